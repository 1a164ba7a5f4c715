import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { enclosingFunctions, lex, type Token } from './c-lexer.js';
import { git, placeOf, splitNul } from './git.js';
import { isFileInside } from './inside.js';
import { literalValue } from './literal-value.js';
import { isTest } from './path-rules.js';
import type { PatchRules } from './verdict.js';

/** What the files that judge a patch say, which it cannot change. */
export interface TestNames {
  /** Functions and macros that they use. */
  called: ReadonlySet<string>;
  /** Functions and macros that they define: the tests, and the framework that tells their verdicts. */
  defined: ReadonlySet<string>;
  /** Every name that stands in them, outside of directives. */
  used: ReadonlySet<string>;
  /** Numbers, characters and texts that stand in them, by what they stand for (`literalValue`). */
  values: ReadonlySet<string>;
}

/** Of no test file, or where none could be read. */
export const NO_TEST_NAMES: TestNames = {
  called: new Set(),
  defined: new Set(),
  used: new Set(),
  values: new Set(),
};

const SOURCE = /\.(?:c|h|cc|cpp|cxx|hpp|hh|inc)$/i;
/** A test file beyond it is generated, or no test (bytes). */
const LARGEST = 1024 * 1024;
/** Values so common that every test holds them. */
const COMMON = new Set(['0', '1']);

async function testFilesOf(dir: string, rules: PatchRules): Promise<string[]> {
  const tracked = await git(placeOf(dir), ['ls-files', '-z']);
  if (!tracked.ok) throw new Error(tracked.error);
  return splitNul(tracked.value).filter((file) => isTest(file, rules));
}

/** Reads the tracked test files of a clone. @throws Error with git's words */
export async function testNamesOf(dir: string, rules: PatchRules): Promise<TestNames> {
  const files = await testFilesOf(dir, rules);
  const names = {
    called: new Set<string>(),
    defined: new Set<string>(),
    used: new Set<string>(),
    values: new Set<string>(),
  };
  for (const file of files.filter((path) => SOURCE.test(path))) {
    if (!(await isFileInside(dir, file))) continue;
    const path = join(dir, file);
    if ((await stat(path)).size > LARGEST) continue;
    const tokens = lex(await readFile(path, 'latin1'));
    for (const { name } of enclosingFunctions(tokens)) names.defined.add(name);
    for (const [i, token] of tokens.entries()) note(names, tokens, token, i);
  }
  for (const name of names.defined) names.called.delete(name);
  return names;
}

function note(
  names: { called: Set<string>; defined: Set<string>; used: Set<string>; values: Set<string> },
  tokens: readonly Token[],
  token: Token,
  at: number,
): void {
  const { kind, text, directive } = token;
  if (kind === 'word' && directive === null) names.used.add(text);
  if (directive === 'define' && tokens[at - 1]?.text === 'define') names.defined.add(text);
  else if (kind === 'word' && tokens[at + 1]?.text === '(') names.called.add(text);
  else if (directive === null) noteValue(names.values, token);
}

function noteValue(values: Set<string>, token: Token): void {
  const value = literalValue(token);
  if (value !== null && !COMMON.has(value)) values.add(value);
}
