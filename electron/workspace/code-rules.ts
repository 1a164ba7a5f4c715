import { posix } from 'node:path';
import { VERDICT_TEXTS } from '../../shared/test-parsers.js';
import { lex, literalText, type Token } from './c-lexer.js';
import type { FileChange, TokenChange } from './change.js';
import { FORGERIES, HOST } from './forgery-rules.js';
import { literalValue } from './literal-value.js';
import { NO_TEST_NAMES, type TestNames } from './test-names.js';
import type { PatchRules, Violation } from './verdict.js';

/** Text that no compiler reads. Everything else might be included by a source. */
const PROSE = /\.(?:md|markdown|rst|adoc|txt|csv|svg|html?)$/i;

/** Whether the rules of code apply to a file. */
export const isCode = (path: string): boolean => !PROSE.test(path);

/** Tokens that a change adds beyond those it removes: moving or editing a line adds nothing. */
export function newTokens(change: TokenChange): Token[] {
  const key = (t: Token) => `${t.kind} ${t.text}`;
  const left = new Map<string, number>();
  for (const t of change.removed) left.set(key(t), (left.get(key(t)) ?? 0) + 1);
  return change.added.filter((t) => {
    const count = left.get(key(t)) ?? 0;
    left.set(key(t), count - 1);
    return count <= 0;
  });
}

/** ARM "Semihosting for AArch32 and AArch64": operations by name. */
const SEMIHOSTING =
  /^(?:SYS_(?:SYSTEM|OPEN|WRITE0?|WRITEC|EXIT(?:_EXTENDED)?|REMOVE|RENAME|TMPNAM)|semihost\w*|semihosting\w*)$/i;
const INIT_SECTION = /^\.(?:init_array|preinit_array|fini_array|ctors|dtors|init|fini)\b/;
const ASM_TRICKS =
  /\.\s*(?:incbin|include)\b|\bbkpt\s+#?\s*(?:0x)?ab\b|\b(?:svc|swi|hlt)\s+#?\s*(?:0x123456|0xab|0xf000)\b/i;
/** Texts by which test programs of any known kind tell their verdicts. */
const VERDICTS = Object.values(VERDICT_TEXTS).filter((text) => text !== null);
/** What changes the exit code of a program, or runs after its tests (C17, 7.22.4; POSIX `sigaction`). */
const EXIT = /^(?:exit|atexit|on_exit|at_quick_exit|signal|sigaction)$/;
const RAW_STRING = /^(?:u8|[uUL])?R"/;
const POISON = /^(?:poison|system_header|dependency|include_alias|push_macro|pop_macro)$/;

const KEYWORDS =
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false class public private new delete this main';
const LIBRARY =
  'NDEBUG printf puts putchar sprintf snprintf strcmp strncmp strlen memcmp memcpy memset strcpy exit abort setjmp longjmp';
const FIXED_NAMES = new Set(`${KEYWORDS} ${LIBRARY}`.split(' '));
const TEST_MACRO =
  /^(?:assert|_?static_assert|_Static_assert|(?:TEST|UNITY|RUN_TEST|TAP|UNIT_?TEST)|(?:TEST|UNITY)_(?:ASSERT|PASS|FAIL|IGNORE|MESSAGE|OUTPUT|CASE|GROUP|BEGIN|END|PRINT|EXCLUDE|INT|TEST)\w*|(?:ASSERT|EXPECT|CHECK|REQUIRE)(?:_(?:EQ|NE|TRUE|FALSE|NULL|NOT|LT|LE|GT|GE|STR|THAT|MEM|FLOAT|DOUBLE)\w*)?|(?:zassert|zexpect|ztest|mu|ck|greatest|munit)_\w+)$/;

/** A text may tell several lines. */
const tells = (text: string, verdicts: readonly RegExp[]): boolean =>
  [text, ...text.split('\n')].some((line) => verdicts.some((verdict) => verdict.test(line)));

/** Gets the new tokens, all tokens of the file, the file, and every token of changed lines. */
type Finder = (
  fresh: readonly Token[],
  all: readonly Token[],
  file: FileChange,
  added: readonly Token[],
  rules: PatchRules,
) => (string | null)[];

const nextOf = (all: readonly Token[], token: Token): [Token | undefined, Token | undefined] => {
  const at = all.indexOf(token);
  return [all[at - 1], all[at + 1]];
};

/** A word used as a function: called, taken by address, or hidden in a macro. A member or a variable is neither. */
function isFunctionUse(token: Token, all: readonly Token[]): boolean {
  const [before, after] = nextOf(all, token);
  if (before?.text === '.' || before?.text === '->') return false;
  const isCallee = before?.text === '(' && after?.text === ')' && all[all.indexOf(token) + 2]?.text === '(';
  return (
    isCallee ||
    after?.text === '(' ||
    token.directive !== null ||
    ['=', '&', '##'].includes(before?.text ?? '')
  );
}

/** What whole literals stand for that hold at least one new piece, joined as the compiler joins them. */
function newStrings(tokens: readonly Token[], all: readonly Token[]): string[] {
  const fresh = new Set(tokens);
  const runs: { text: string; isNew: boolean }[] = [];
  all.forEach((token, i) => {
    if (token.kind !== 'string') return;
    const run = all[i - 1]?.kind === 'string' ? runs.at(-1) : undefined;
    const text = literalText(token.text);
    if (run) Object.assign(run, { text: run.text + text, isNew: run.isNew || fresh.has(token) });
    else runs.push({ text, isNew: fresh.has(token) });
  });
  return runs.filter((run) => run.isNew).map((run) => run.text);
}

function headerProblem(header: string, path: string): string | null {
  const name = /^[<"](.*)[>"]$/.exec(header)?.[1];
  if (name === undefined) return `#include of something computed: ${header}`;
  if (/^(?:[\\/~]|[A-Za-z]:)/.test(name) || name.includes('\\'))
    return `#include of an absolute path: ${name}`;
  if (posix.normalize(posix.join(posix.dirname(path), name)).startsWith('..'))
    return `#include from outside the tree: ${name}`;
  return PROSE.test(name) ? `#include of a file that is no source: ${name}` : null;
}

const isSuccess = (token: Token | undefined): boolean =>
  token !== undefined && (token.text === 'EXIT_SUCCESS' || literalValue(token) === '0');

const words = (tokens: readonly Token[], name: RegExp): Token[] =>
  tokens.filter((t) => t.kind === 'word' && name.test(t.text));

/** Names whose #define or #undef the change touches, in any of its lines. */
function definedNames(added: readonly Token[], all: readonly Token[]): string[] {
  const changed = new Set(added);
  const names = new Set<string>();
  let name: string | null = null;
  all.forEach((token, i) => {
    if (token.directive === '') name = null;
    if (token.directive !== 'define' && token.directive !== 'undef') return;
    if (all[i - 1]?.text === token.directive && all[i - 2]?.directive === '') name = token.text;
    if (name !== null && changed.has(token)) names.add(name);
  });
  return [...names];
}

/** Things that an honest fix never adds. Each finds what is wrong, in words. */
const REFUSALS: readonly [string, Finder][] = [
  ['include', (t, _, f) => t.filter((x) => x.kind === 'header').map((x) => headerProblem(x.text, f.path))],
  [
    'directive',
    (t) =>
      t
        .filter(
          (x) =>
            x.kind === 'word' &&
            /^(?:include_next|import|line|embed)$/.test(x.text) &&
            x.directive === x.text,
        )
        .map((x) => `#${x.text}`),
  ],
  [
    'pragma',
    (t) => t.filter((x) => x.directive === 'pragma' && POISON.test(x.text)).map((x) => `#pragma ${x.text}`),
  ],
  [
    'host',
    (t, all) =>
      words(t, HOST)
        .filter((x) => isFunctionUse(x, all))
        .map((x) => `use of ${x.text}()`),
  ],
  ['semihosting', (t) => words(t, SEMIHOSTING).map((x) => `semihosting: ${x.text}`)],
  [
    'assembly',
    (t, all) =>
      newStrings(t, all)
        .filter((x) => ASM_TRICKS.test(x))
        .map((x) => `assembly: ${x}`),
  ],
  [
    'assembly',
    (t, all) =>
      words(t, /^inc(?:bin|lude)$/)
        .filter((x) => nextOf(all, x)[0]?.text === '.')
        .map((x) => `.${x.text}`),
  ],
  [
    'assembly',
    (t, _all, f) =>
      (/\.(?:s|asm)$/i.test(f.path) ? words(t, /^(?:bkpt|svc|swi|hlt)$/i) : []).map(
        (x) => `a call to the debugger or host: ${x.text}`,
      ),
  ],
  [
    'constructor',
    (t) => words(t, /^(?:__)?(?:constructor|destructor|ifunc)(?:__)?$/).map((x) => `attribute ${x.text}`),
  ],
  [
    'constructor',
    (t, all) =>
      newStrings(t, all)
        .filter((x) => INIT_SECTION.test(x))
        .map((x) => `section ${x}`),
  ],
  [
    'define',
    (_t, all, _file, added) =>
      definedNames(added, all)
        .filter((x) => FIXED_NAMES.has(x) || TEST_MACRO.test(x))
        .map((x) => `redefinition of ${x}`),
  ],
  // Only some C dialects know raw strings: what is text in one is code in the other.
  [
    'literal',
    (t, _all, f) =>
      /\.(?:c|h|inc|def)$/i.test(f.path)
        ? t.filter((x) => x.kind === 'string' && RAW_STRING.test(x.text)).map(() => 'a raw string in C')
        : [],
  ],
  [
    'verdict',
    (t, all, _file, _added, { verdict = null }) =>
      newStrings(t, all)
        .filter((x) => tells(x, [...VERDICTS, ...(verdict ? [verdict] : [])]))
        .map((x) => `text that looks like a test verdict: ${x}`),
  ],
  [
    'exit',
    (t, all, _file, _added, { exitDecides }) =>
      (exitDecides ? words(t, EXIT) : [])
        .filter((x) => isFunctionUse(x, all))
        .map((x) => `use of ${x.text}(), where the exit code alone is the verdict`),
  ],
  [
    'exit',
    (t, all) =>
      words(t, /^exit$/)
        .filter((x) => isSuccess(all.slice(all.indexOf(x) + 1).find(({ text }) => text !== '(')))
        .map(() => 'exit with success'),
  ],
];

/** Controls but tab, form feed and a CR that ends the line; format characters but a byte order mark in front. */
const INVISIBLE = /(?![\t\f\v]|\r$|(?<=^\+)\ufeff)[\p{Cc}\p{Cf}]/u;

/** Characters that make code read differently from what it says, in any text ("Trojan Source", CVE-2021-42574). */
function invisibleCharacters(file: FileChange): Violation[] {
  const added = file.hunks.flatMap((h) => h.lines).filter((line) => line.startsWith('+'));
  return added.some((line) => INVISIBLE.test(line))
    ? [{ rule: 'hidden', file: file.path, message: 'an added line holds control or invisible characters' }]
    : [];
}

const occurrences = (tokens: readonly Token[], wanted: readonly Token[]): number =>
  wanted.length === 0
    ? 0
    : tokens.filter((_, at) => wanted.every((w, i) => tokens[at + i]?.text === w.text)).length;

function bannedViolations(file: FileChange, change: TokenChange, rules: PatchRules): Violation[] {
  return rules.bannedConstructs
    .filter((text) => occurrences(change.added, lex(text)) > occurrences(change.removed, lex(text)))
    .map((text) => ({ rule: 'bannedConstructs', file: file.path, message: `the task bans \`${text}\`` }));
}

/** Judges what a patch adds to one file's code. Comments and the insides of strings are no code. */
export function codeViolations(
  file: FileChange,
  change: TokenChange,
  rules: PatchRules,
  tests: TestNames = NO_TEST_NAMES,
): Violation[] {
  const hidden = invisibleCharacters(file);
  if (!isCode(file.path) || file.status === 'deleted') return hidden;
  const fresh = newTokens(change);
  const forged = FORGERIES.flatMap(([rule, find]) =>
    find(fresh, change.all, tests).map((message) => ({ rule, file: file.path, message })),
  );
  const found = REFUSALS.flatMap(([rule, find]) =>
    find(fresh, change.all, file, change.added, rules)
      .filter((message) => message !== null)
      .map((message) => ({ rule, file: file.path, message })),
  );
  return [...hidden, ...found, ...forged, ...bannedViolations(file, change, rules)];
}
