type NamedFormat = 'hex' | 'elf' | 'uf2';

const FORMATS: ReadonlyMap<string, NamedFormat> = new Map([
  ['hex', 'hex'],
  ['ihex', 'hex'],
  ['ihx', 'hex'],
  ['elf', 'elf'],
  ['axf', 'elf'],
  ['uf2', 'uf2'],
]);

/** The format of an image that the end of its file's name tells; undefined where it tells none, as `.bin`. */
export const formatOfName = (file: string): NamedFormat | undefined =>
  FORMATS.get(/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '');
