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
  /** New macros under names that the tests use: what the tests say may mean something else now. */
  macros: string[];
  /** Functions by which it has itself run later: signals, timers. */
  handlers: string[];
}

/** Functions of the C library, of POSIX and of Linux that print; nothing else has such a name, so each mention counts. */
const LIBRARY =
  /^(?:v?[fd]?w?printf|f?putw?[cs](?:_unlocked)?|f?putws(?:_unlocked)?|putw?char(?:_unlocked)?|putw|fwrite(?:_unlocked)?|perror|psig(?:nal|info)|p?writev2?|pwritev|pwrite(?:64)?|aio_write(?:64)?|lio_listio(?:64)?|sendfile(?:64)?|sendm?msg|vmsplice|copy_file_range|process_vm_writev|error_at_line|v?(?:warn|err)x)$/;
/** The same, by names that variables have, too: only calls count. */
const LIBRARY_CALLS = new Set(['err', 'verr', 'warn', 'vwarn', 'error', 'tee', 'splice', 'sendto']);
/** Objects and registers that print without a call. */
const OUTPUTS = /^(?:cout|cerr|clog|stdout|stderr|UDR\d?|U\d?TX\w*|THR|TDR|TXDATA|TXD|ITM|SEMIHOST\w*)$/;

/** Calls, registers and streams by which new tokens add output. */
export function addedOutput(fresh: readonly Token[], all: readonly Token[]): string[] {
  const known = new Set(fresh);
  return all.flatMap((token, at) => {
    if (token.kind !== 'word' || !known.has(token)) return [];
    if (OUTPUTS.test(token.text)) return [token.text];
    return prints(token, all[at - 1]?.text, all[at + 1]?.text) ? [`${token.text}()`] : [];
  });
}

function prints({ text, directive }: Token, before?: string, after?: string): boolean {
  const isCalled = after === '(';
  if (LIBRARY.test(text)) return before !== '.' && before !== '->';
  if (LIBRARY_CALLS.has(text)) return isCalled;
  return (isCalled || directive === 'define' || before === '=') && PRINTS.test(text);
}

/** Names of macros that a change defines anew. */
const newMacros = (fresh: readonly Token[], all: readonly Token[]): string[] => {
  const known = new Set(fresh);
  return all
    .filter((token, at) => token.directive === 'define' && all[at - 1]?.text === 'define' && known.has(token))
    .map(({ text }) => text);
};

/** POSIX.1-2017: what runs a function at another time than its caller's. */
const HANDLERS =
  /^(?:signal|sigaction|sigset|bsd_signal|sysv_signal|sigaltstack|setitimer|alarm|ualarm|timer_(?:create|settime)|atexit|on_exit|at_quick_exit|pthread_(?:create|atfork)|thrd_create)$/;

const addedHandlers = (fresh: readonly Token[], all: readonly Token[]): string[] => {
  const known = new Set(fresh);
  return all
    .filter((token, at) => known.has(token) && HANDLERS.test(token.text) && all[at + 1]?.text === '(')
    .map(({ text }) => `${text}()`);
};

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
    macros: each((fresh, all) => newMacros(fresh, all).filter((name) => tests.used.has(name))),
    handlers: each(addedHandlers),
  };
}
