import type { Location } from '../../../shared/results.js';
import { locationOf } from './parsed-output.js';

/** `src/ring.c:42`, `ring.c(42)`, `at ring.c line 42`: how C test programs write a place. */
const PLACE = /([\w./\\:~+-]{1,120}\.(?:c|cc|cpp|cxx|h|hpp|S|s|rs|ino))(?::| line |\()(\d{1,7})\b/;

/** Characters of a line in which a place is looked for. */
const MAX_REACH = 512;

/** The first place in a source file that a line names. */
export function placeIn(text: string): Location | undefined {
  const found = PLACE.exec(text.slice(0, MAX_REACH));
  return found ? locationOf(found[1] ?? '', found[2] ?? '') : undefined;
}

/** True for a line that names a place in a source file. */
export const namesPlace = (text: string): boolean => placeIn(text) !== undefined;
