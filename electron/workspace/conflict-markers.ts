import { parsePatch } from '../../shared/unified-diff.js';

/** Lines that a merge leaves around what it could not decide (git-merge(1), "HOW CONFLICTS ARE PRESENTED"). */
const MARKER = /^(?:<{7}|\|{7}|>{7}) |^={7}\r?$/;
/** In prose a line of seven `=` is the rule below a title. */
const PROSE = /\.(?:md|rst|txt|adoc)$/i;
const OF_PROSE = /^(?:<{7}|\|{7}|>{7}) /;

/** Whether a text holds a conflict that nobody has resolved. */
export const hasMarkers = (text: string): boolean => text.split('\n').some((line) => OF_PROSE.test(line));

/** Files to which a unified diff adds a conflict marker. */
export function markedFiles(patch: string): string[] {
  return parsePatch(patch).flatMap(({ header, hunks }) => {
    const file = header.find((line) => line.startsWith('+++ '))?.slice('+++ b/'.length) ?? '';
    const marker = PROSE.test(file) ? OF_PROSE : MARKER;
    const lines = hunks.flatMap((hunk) => hunk.lines);
    return lines.some((line) => line.startsWith('+') && marker.test(line.slice(1))) ? [file] : [];
  });
}
