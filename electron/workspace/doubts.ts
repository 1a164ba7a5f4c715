import type { Token } from './c-lexer.js';
import { type FileChange, tokenChange } from './change.js';
import { isCode, newTokens } from './code-rules.js';
import { testedValues } from './forgery-rules.js';
import { git } from './git.js';
import { readDiff } from './read-diff.js';
import { withTemporaryIndex } from './temporary-index.js';
import { NO_TEST_NAMES, testNamesOf } from './test-names.js';
import type { PatchRules } from './verdict.js';

/** What makes a pass doubtful that a change brought: it may have printed the verdict, or serve the visible cases alone. */
export interface Doubts {
  /** Calls and registers by which it adds output. */
  output: string[];
  /** Values that it compares with, and that the tests use. */
  values: string[];
}

/** Functions that print, by what programs call them. */
const PRINTS =
  /(?:printf|print|puts|putc|putchar|write|send|transmit|emit|log|trace|echo|dump)(?:_?(?:str|string|char|byte|bytes|line|ln|buf|buffer|data|blocking|polled|k|f|s|v|it))*$|^(?:LOG|TRACE|DEBUG|INFO|WARN|ERROR|PRINT)\w*$/i;
/** Objects and registers that print without a call. */
const OUTPUTS = /^(?:cout|cerr|clog|stdout|stderr|UDR\d?|U\d?TX\w*|THR|TDR|TXDATA|TXD|ITM|SEMIHOST\w*)$/;

function addedOutput(fresh: readonly Token[], all: readonly Token[]): string[] {
  const known = new Set(fresh);
  return all.flatMap((token, at) => {
    if (token.kind !== 'word' || !known.has(token)) return [];
    const isUsed = all[at + 1]?.text === '(' || token.directive === 'define' || all[at - 1]?.text === '=';
    if (OUTPUTS.test(token.text)) return [token.text];
    return isUsed && PRINTS.test(token.text) ? [`${token.text}()`] : [];
  });
}

/**
 * Looks at all that differs between two commits of a clone.
 *
 * @throws Error with git's words
 */
export async function doubtsBetween(
  dir: string,
  { from, to }: { from: string; to: string },
  rules: PatchRules,
): Promise<Doubts> {
  const files = (await filesBetween(dir, from, to)).filter(
    ({ path, status }) => isCode(path) && status !== 'deleted',
  );
  const changes = files.map((file) => tokenChange(file));
  const tests = files.length === 0 ? NO_TEST_NAMES : await testNamesOf(dir, rules);
  const each = (find: (fresh: readonly Token[], all: readonly Token[]) => string[]): string[] => [
    ...new Set(changes.flatMap((change) => find(newTokens(change), change.all))),
  ];
  return {
    output: each(addedOutput),
    values: each((fresh, all) => testedValues(fresh, all, tests)),
  };
}

async function filesBetween(dir: string, from: string, to: string): Promise<FileChange[]> {
  const read = await withTemporaryIndex(dir, async (place, folder) => {
    const loaded = await git(place, ['read-tree', to]);
    return loaded.ok ? readDiff(place, folder, Number.POSITIVE_INFINITY, from) : loaded;
  });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
