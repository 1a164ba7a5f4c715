import path from 'node:path';
import { type CodeMapRequest, readImage } from './code-map.js';

/** A function at an address, and where its source stands. */
export interface Place {
  function: string;
  /** Below the top of the sources with forward slashes, or absolute. */
  file: string;
}

/** Addresses per call: an argument vector has a bound on every system. */
const BATCH = 500;

/**
 * The functions at each address, the innermost first: one that the compiler put into another comes before it (binutils manual,
 * "addr2line", `-i`). An address that debug information does not know has none.
 */
export async function readPlaces(
  o: CodeMapRequest,
  addresses: readonly number[],
): Promise<Map<number, Place[]>> {
  const out = new Map<number, Place[]>();
  for (let i = 0; i < addresses.length; i += BATCH) {
    const asked = addresses.slice(i, i + BATCH).map((address) => `0x${address.toString(16)}`);
    const told = await readImage(o, 'addr2line', ['-a', '-i', '-f', '-C', ...asked, '-e']);
    for (const [address, places] of placesIn(told ?? '', o.workTree)) out.set(address, places);
  }
  return out;
}

/** Reads the output of `addr2line -a -i -f`: an address, then a name and a place for each function there. */
export function placesIn(told: string, workTree: string): Map<number, Place[]> {
  const out = new Map<number, Place[]>();
  let places: Place[] = [];
  let name: string | null = null;
  for (const line of told.split(/\r?\n/)) {
    if (/^0x[0-9a-f]+$/.test(line)) {
      places = [];
      out.set(Number.parseInt(line, 16), places);
    } else if (name === null) name = line;
    else {
      const file = /^(.+):(?:\d+|\?)(?: \(discriminator \d+\))?$/.exec(line)?.[1];
      if (file !== undefined && file !== '??') places.push({ function: name, file: below(workTree, file) });
      name = null;
    }
  }
  return out;
}

function below(workTree: string, file: string): string {
  const relative = path.relative(workTree, path.resolve(workTree, file));
  const isOutside = relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return isOutside ? file : relative.split(path.sep).join('/');
}
