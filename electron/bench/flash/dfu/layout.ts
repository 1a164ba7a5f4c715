/** A sector of a DfuSe memory. */
export interface DfuSector {
  start: number;
  /** Bytes. */
  size: number;
  /** Erased and written; option bytes are only written, a boot ROM only read. */
  isFlash: boolean;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, ' ': 1, B: 1, K: 1024, M: 1024 * 1024 };
/** Type letters a to g: bit 0 readable, bit 1 erasable, bit 2 writeable. */
const ERASABLE_AND_WRITEABLE = 6;
/** More than any chip has; the name is the device's own word. */
const MOST_SECTORS = 0x1_0000;
const GROUP = /^(\d+)\*(\d+)([ BKM]?)([a-g])$/;

/**
 * The sectors that a DfuSe interface's name tells, `@Internal Flash /0x08000000/04*016Kg,01*064Kg`, by rising address
 * of each of its parts (ST UM0424, 10.3.2 "DFU mode interface descriptor"). Null where it is no such name.
 */
export function parseLayout(name: string): DfuSector[] | null {
  const [label, ...rest] = name.split('/');
  if (!label?.startsWith('@') || rest.length === 0 || rest.length % 2 !== 0) return null;
  const sectors: DfuSector[] = [];
  for (let part = 0; part < rest.length; part += 2) {
    const start = Number(rest[part]?.trim());
    const own = Number.isSafeInteger(start) ? sectorsOf(start, rest[part + 1] ?? '') : null;
    if (own === null) return null;
    sectors.push(...own);
  }
  return sectors;
}

function sectorsOf(start: number, groups: string): DfuSector[] | null {
  const sectors: DfuSector[] = [];
  let at = start;
  for (const group of groups.split(',')) {
    const [, count, number, unit = '', type] = GROUP.exec(group.trim()) ?? [];
    const size = Number(number) * (UNITS[unit] ?? 0);
    if (type === undefined || size === 0 || Number(count) > MOST_SECTORS) return null;
    const bits = type.charCodeAt(0) - 0x60;
    const isFlash = (bits & ERASABLE_AND_WRITEABLE) === ERASABLE_AND_WRITEABLE;
    for (let done = 0; done < Number(count); done++, at += size) sectors.push({ start: at, size, isFlash });
  }
  return sectors;
}
