type NamedFormat = 'hex' | 'elf' | 'uf2' | 'srec' | 'dfu';

const FORMATS: ReadonlyMap<string, NamedFormat> = new Map([
  ['hex', 'hex'],
  ['ihex', 'hex'],
  ['ihx', 'hex'],
  ['elf', 'elf'],
  ['axf', 'elf'],
  ['uf2', 'uf2'],
  ...['srec', 's19', 's28', 's37', 'mot', 'mhx'].map((name) => [name, 'srec'] as const),
  ['dfu', 'dfu'],
]);

/** The format of an image that the end of its file's name tells; undefined where it tells none, as `.bin`. */
export const formatOfName = (file: string): NamedFormat | undefined =>
  FORMATS.get(/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '');
