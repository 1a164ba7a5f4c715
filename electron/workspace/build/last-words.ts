import { withoutControls } from '../../../shared/visible-text.js';

const MAX_LINES = 3;
/** Characters of a line; what a line says stands at its beginning. */
const MAX_LENGTH = 160;
/** What only says that something failed. */
const NOISE = /^(?:ninja: build stopped|\S*make(?:\.exe)?(?:\[\d+\])?: \*\*\* )/;

/**
 * What a build has to say that failed without a diagnostic: `what`, with the last lines that were printed, most often by
 * the command that failed. One line, without control characters.
 */
export function withLastWords(what: string, printed: readonly string[]): string {
  const words = printed
    .map((line) => withoutControls(line).trim())
    .filter((line) => line !== '' && !NOISE.test(line))
    .slice(-MAX_LINES)
    .map((line) => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line));
  return words.length === 0 ? what : `${what}; printed last: ${words.join(' · ')}`;
}
