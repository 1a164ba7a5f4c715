import type { Flag } from '../../../shared/choice.js';
import type { CGrammar } from '../c/grammar.js';
import { flagsBetween } from '../rules/choosing/flags.js';
import type { ChangedSource } from './style.js';

const SOURCE = /\.(c|h|cc|cpp|hpp|inc)$/i;

/** What makes a change unlikely to be right, by file: the flags of design §3, "Choosing among plausible patches". */
export function flagsOfChange(
  sources: readonly ChangedSource[],
  grammar: Pick<CGrammar, 'parse'>,
): { flag: Flag; file: string }[] {
  return sources.flatMap(({ file, before, after }) => {
    if (before === null || after === null || !SOURCE.test(file)) return [];
    return flagsBetween(grammar.parse(before), grammar.parse(after)).map((flag) => ({ flag, file }));
  });
}
