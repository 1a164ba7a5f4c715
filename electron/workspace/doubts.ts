import { PRINTS } from '../../shared/printing-names.js';
import type { Token } from './c-lexer.js';
import { type FileChange, tokenChange } from './change.js';
import { isCode, newTokens } from './code-rules.js';
import { testedValues } from './forgery-rules.js';
import { NO_TEST_NAMES, testNamesOf } from './test-names.js';
import type { PatchRules } from './verdict.js';

/** What makes a pass doubtful that a change brought: it may have printed the verdict, or serve the visible cases alone. */
export interface Doubts {
  /** Calls and registers by which it adds output. */
  output: string[];
  /** Values that it compares with, and that the tests use. */
  values: string[];
}

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
 * @param files what differs; see `changesBetween`
 * @throws Error with git's words
 */
export async function doubtsOf(
  dir: string,
  files: readonly FileChange[],
  rules: PatchRules,
): Promise<Doubts> {
  const code = files.filter(({ path, status }) => isCode(path) && status !== 'deleted');
  const changes = code.map((file) => tokenChange(file));
  const tests = code.length === 0 ? NO_TEST_NAMES : await testNamesOf(dir, rules);
  const each = (find: (fresh: readonly Token[], all: readonly Token[]) => string[]): string[] => [
    ...new Set(changes.flatMap((change) => find(newTokens(change), change.all))),
  ];
  return {
    output: each(addedOutput),
    values: each((fresh, all) => testedValues(fresh, all, tests)),
  };
}
