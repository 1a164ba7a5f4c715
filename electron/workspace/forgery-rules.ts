import { enclosingFunctions, literalText, type Token } from './c-lexer.js';
import { literalValue } from './literal-value.js';
import type { TestNames } from './test-names.js';

/**
 * Rules against patches that put something between the code under test and its verdict. What cannot be told from the text alone is
 * left to whoever can see who wrote a verdict.
 */

/** Programs, processes and files of the computer that runs the target: firmware has no use for them. */
export const HOST =
  /^(?:system|popen|_popen|v?fork|_Fork|exec[lv][pe]{0,2}|execvpe|execveat|fexecve|posix_spawnp?|dlopen|dlmopen|dlsym|dlvsym|ptrace|_exit|_Exit|quick_exit|(?:__|v)?syscall)$/;

/** Functions of the C library and of POSIX through which a test program compares, prints and ends (C17, 7; POSIX.1-2017). */
const LIBRARY = new Set(
  `printf fprintf vprintf vfprintf sprintf snprintf vsnprintf puts fputs putchar putc fputc fwrite perror write pwrite writev
  fflush fopen fclose freopen setvbuf setbuf scanf sscanf fscanf getchar fgetc fgets fread read open close dup dup2
  strcmp strncmp strcasecmp strncasecmp strlen strcpy strncpy strcat strncat strchr strrchr strstr strtok strtol strtoul strtod atoi atof
  memcmp memcpy memmove memset memchr malloc calloc realloc free qsort bsearch abs labs fabs floor ceil sqrt pow
  exit _exit _Exit quick_exit abort atexit raise signal sigaction setjmp longjmp assert __assert_fail __assert_func __assert
  main _start __libc_start_main _write _write_r __io_putchar _putchar __wrap_printf`.split(/\s+/),
);

/** Names by which frameworks tell a verdict themselves. */
const REPORTER =
  /^(?:Unity(?:Print|Output|Conclude|Default|Begin|End|Fail|Ignore|Message)\w*|UNITY_(?:OUTPUT|PRINT|BEGIN|END)\w*|TEST_(?:PASS|IGNORE)\w*|RUN_TEST|ztest_test_(?:pass|skip|fail)|ztest_(?:run|result)\w*|GTEST_(?:SUCCEED|SKIP)\w*|munit_\w+|cm_print_\w+|_?(?:cmocka_)?(?:skip|fail)_test|kunit_(?:skip|mark_skipped)|plan_(?:tests|skip_all|no_plan))$/;

/** Streams and descriptors that carry the verdict. */
const OUTPUT = /^(?:stdout|stderr|STDOUT_FILENO|STDERR_FILENO)$/;
const isOutput = (token: Token): boolean =>
  OUTPUT.test(token.text) || (token.kind === 'number' && ['1', '2'].includes(literalValue(token) ?? ''));
const CLOSES = /^(?:fclose|freopen|close|dup2|dup3|shutdown|setbuf|setvbuf|fdopen)$/;

/** What closes all streams, or a row of descriptors. */
const CLOSES_ALL = /^(?:fcloseall|_fcloseall|closefrom|close_range)$/;

/** Instructions that leave a function, of x86, ARM and RISC-V, and directives that place or name something elsewhere. */
const LEAVES =
  /(?:^|[\n;\t ])(?:j(?:mp|n?[abceglopsz]e?|al|alr|r|cxz)|call[lq]?|ret[lqnf]?|i?ret|syscall|sysenter|int|b|bl|blx|bx|bxj|br|blr|b(?:eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)|cbn?z|tbn?z|tb[bh]|tail|ecall|ebreak|svc|swi|hlt|smc|hvc)(?:\.[nw])?(?=[\s;]|$)|\b(?:mov|ldr|pop|ldm\w*|add)\b[^\n;]*\bpc\b/i;
const PLACES =
  /\.\s*(?:(?:push|pop)?section|previous|text|data|bss|globl|global|weak|set|equ|equiv|symver|type|macro|include|incbin|org|pushsection|thumb_set)\b/i;

/** Gets the tokens that are new, and all of the file. */
type Find = (fresh: readonly Token[], all: readonly Token[], tests: TestNames) => string[];

const isCall = (all: readonly Token[], at: number): boolean =>
  all[at + 1]?.text === '(' && all[at - 1]?.text !== '.' && all[at - 1]?.text !== '->';

/** The tokens between the parentheses that begin at `at`. */
function within(all: readonly Token[], at: number): Token[] {
  let depth = 0;
  for (let i = at; i < all.length; i++) {
    if (all[i]?.text === '(') depth += 1;
    if (all[i]?.text === ')' && --depth === 0) return all.slice(at + 1, i);
  }
  return all.slice(at + 1);
}

const places = (fresh: readonly Token[], all: readonly Token[], name: RegExp): number[] => {
  const known = new Set(fresh);
  return all.flatMap((token, at) =>
    token.kind === 'word' && known.has(token) && name.test(token.text) ? [at] : [],
  );
};

/** A new function, or a new macro, under the name of one that the tests rely on. */
const takenNames: Find = (fresh, all, tests) => {
  const known = new Set(fresh);
  const isTaken = (name: string) => LIBRARY.has(name) || tests.called.has(name) || tests.defined.has(name);
  const defined = enclosingFunctions(all)
    .filter(({ name, from }) =>
      all.some((t) => t.text === name && t.line === from && t.directive === null && known.has(t)),
    )
    .map(({ name }) => name);
  const macros = all
    .filter(
      (t, at) =>
        t.directive === 'define' && all[at - 1]?.text === 'define' && t.kind === 'word' && known.has(t),
    )
    .map((t) => t.text);
  return [
    ...defined
      .filter((name) => LIBRARY.has(name))
      .map((name) => `a new function ${name}(), as the library has one`),
    ...macros.filter(isTaken).map((name) => `a new macro ${name}, which the tests rely on`),
  ];
};

const reporters: Find = (fresh, all, tests) =>
  places(fresh, all, /./)
    .filter((at) => isCall(all, at) && all[at]?.directive === null)
    .map((at) => all[at]?.text ?? '')
    .filter((name) => REPORTER.test(name) || tests.defined.has(name))
    .map((name) => `a new call of ${name}(), which is the tests' own`);

const closedOutput: Find = (fresh, all) => [
  ...places(fresh, all, CLOSES)
    .filter((at) => isCall(all, at) && within(all, at + 1).some(isOutput))
    .map((at) => `${all[at]?.text}() of the output`),
  ...places(fresh, all, CLOSES_ALL)
    .filter((at) => isCall(all, at))
    .map((at) => `${all[at]?.text}()`),
  ...places(fresh, all, /^(?:stdout|stderr)$/)
    .filter((at) => all[at + 1]?.text === '=' || all[at - 1]?.text === '&')
    .map((at) => `${all[at]?.text} replaced`),
];

/** Texts of the assembly statements that hold something new. */
function assembly(fresh: readonly Token[], all: readonly Token[]): string[] {
  const known = new Set(fresh);
  return all.flatMap((token, at) => {
    if (token.kind !== 'word' || !/^(?:asm|__asm|__asm__)$/.test(token.text)) return [];
    const open = all.findIndex((one, i) => i > at && one.text === '(');
    if (open < 0) return [];
    const whole = within(all, open);
    // behind the template stand operands and what is clobbered
    const end = whole.findIndex(({ text }) => text === ':');
    const inside = end < 0 ? whole : whole.slice(0, end);
    const texts = inside.filter(({ kind }) => kind === 'string');
    return texts.some((one) => known.has(one)) ? [texts.map(({ text }) => literalText(text)).join('')] : [];
  });
}

const leavingAssembly: Find = (fresh, all, tests) =>
  assembly(fresh, all).flatMap((text) => {
    if (LEAVES.test(text)) return [`assembly that leaves its function: ${text.trim()}`];
    if (PLACES.test(text)) return [`assembly that places or names something: ${text.trim()}`];
    const name = text.trim();
    return LIBRARY.has(name) || HOST.test(name) || tests.called.has(name) ? [`another name for ${name}`] : [];
  });

/** A macro makes the text, or what assembly is put together of is not seen. */
const computedAssembly: Find = (fresh, all) =>
  places(fresh, all, /^(?:asm|__asm|__asm__)$/).flatMap((at) => {
    const open = all.findIndex((one, i) => i > at && one.text === '(');
    const [first] = open < 0 ? [] : within(all, open);
    return first?.kind === 'word' ? ['assembly whose text a macro makes'] : [];
  });

/**
 * Names that only the preprocessor puts together: no rule can read them. A function whose name is the result of a macro stands
 * where a name should, `JOIN(a, b)(…) {`.
 */
const computedNames: Find = (fresh, all) => {
  const known = new Set(fresh);
  const pasted = all.some(
    (token, at) =>
      known.has(token) &&
      token.directive === 'define' &&
      (token.text === '##' || (token.text === '%:' && all[at + 1]?.text === '%:')),
  );
  const isMade = all.some((token, at) => {
    if (token.text !== '(' || all[at - 1]?.text !== ')' || token.directive !== null) return false;
    const inside = within(all, at);
    const isBody = all[at + inside.length + 2]?.text === '{';
    return isBody && isAtTop(all, at) && (known.has(token) || inside.some((one) => known.has(one)));
  });
  return [
    ...(pasted ? ['a macro that puts names together (##)'] : []),
    ...(isMade ? ['a function whose name a macro makes'] : []),
  ];
};

/** Outside of every body. */
function isAtTop(all: readonly Token[], at: number): boolean {
  let depth = 0;
  for (const { text, directive } of all.slice(0, at)) {
    if (directive === null && text === '{') depth += 1;
    if (directive === null && text === '}') depth -= 1;
  }
  return depth === 0;
}

/**
 * Pragmas that change nothing but warnings, layout, optimisation and the vendor's own kinds of functions. Others can rename, place or
 * replace what they name (`redefine_extname`, `weak`, `section`).
 */
const PRAGMA =
  /^(?:once|pack|message|warning|error|region|endregion|mark|STDC|omp|unroll|nounroll|diag_\w+|vector|interrupt|inline|optimize|vector=?|(?:GCC|clang|G(?:NU)?) (?:diagnostic|unroll|ivdep|loop|optimize|push_options|pop_options|warning|error|system_header))$/;

const pragmas: Find = (fresh, all) => {
  const known = new Set(fresh);
  const written = all.flatMap((token, at) => {
    const isPragma = token.directive === 'pragma' && token.text === 'pragma' && all[at - 1]?.directive === '';
    return isPragma ? [all.slice(at + 1).filter(({ line }) => line === token.line)] : [];
  });
  const operators = places(fresh, all, /^(?:_Pragma|__pragma)$/).map((at) => within(all, at + 1));
  const named = [...written.filter((tokens) => tokens.some((one) => known.has(one))), ...operators];
  return named
    .map(pragmaName)
    .filter((name) => !PRAGMA.test(name))
    .map((name) => `#pragma ${name}`);
};

/** Its first word, with the second where the first is a compiler's name. */
function pragmaName(tokens: readonly Token[]): string {
  const texts = tokens.map((one) => (one.kind === 'string' ? literalText(one.text) : one.text));
  const words = texts
    .join(' ')
    .trim()
    .split(/[^\w]+/)
    .filter((word) => word !== '');
  return /^(?:GCC|clang|GNU|G)$/.test(words[0] ?? '') ? words.slice(0, 2).join(' ') : (words[0] ?? '');
}

/** What looks at the caller, its stack or its flags: an answer can be read out of the test itself. */
const CALLER =
  /^(?:__builtin_(?:return_address|frame_address|extract_return_addr|frob_return_addr|dwarf_cfa|eh_return|unwind_init|apply_args|apply|ia32_(?:read|write)eflags\w*|stack_address|setjmp|longjmp)|_AddressOfReturnAddress|_ReturnAddress|__get_(?:LR|SP|PC)|(?:get|set|make|swap)context|backtrace|_Unwind_\w+|SA_SIGINFO|process_vm_(?:read|write)v)$/;

const callers: Find = (fresh, all) =>
  places(fresh, all, CALLER).map((at) => `${all[at]?.text}, which looks at the caller`);

const otherNames: Find = (fresh, all) =>
  places(fresh, all, /^(?:__)?(?:alias|weakref|symver)(?:__)?$/)
    .filter((at) => all[at + 1]?.text === '(')
    .map((at) => `attribute ${all[at]?.text}`);

/** Each finds what is wrong, in words. */
export const FORGERIES: readonly (readonly [rule: string, Find])[] = [
  ['define', takenNames],
  ['verdict', reporters],
  ['output', closedOutput],
  ['assembly', leavingAssembly],
  ['assembly', computedAssembly],
  ['define', computedNames],
  ['define', otherNames],
  ['pragma', pragmas],
  ['caller', callers],
];

/** Whether a change could need the names of the tests: to read them costs more than to judge most changes. */
export const needsTestNames = (fresh: readonly Token[], all: readonly Token[]): boolean => {
  const known = new Set(fresh);
  return all.some(
    (token, at) =>
      known.has(token) &&
      token.kind === 'word' &&
      (token.directive === 'define' ||
        all[at + 1]?.text === '(' ||
        /^(?:asm|__asm|__asm__)$/.test(token.text)),
  );
};

const CONDITION = /^(?:if|elif|case|switch|while|for|\?|&&|\|\||==|!=)$/;
const COMPARES = /^(?:==|!=|case)$/;

/**
 * Values of a new condition that stand in a test too, however they are spelt: a patch for that one case. A constant that is put right in an
 * old condition is none. A statement may stretch over lines as it likes: any new condition of the file makes its new values such ones.
 */
export function testedValues(
  fresh: readonly Token[],
  all: readonly Token[],
  { values }: TestNames,
): string[] {
  if (!fresh.some(({ text }) => CONDITION.test(text))) return [];
  const known = new Set(fresh);
  return all
    .filter((token, at) => {
      if (!known.has(token) || !isCompared(all, at)) return false;
      const value = literalValue(token);
      return value !== null && values.has(value);
    })
    .map(({ text }) => text);
}

/** Whether a value is compared, within whatever parentheses and signs it stands. */
function isCompared(all: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (/^[-+(]$/.test(all[before]?.text ?? '')) before -= 1;
  let after = at + 1;
  while (all[after]?.text === ')') after += 1;
  return COMPARES.test(all[before]?.text ?? '') || /^[=!]=$/.test(all[after]?.text ?? '');
}
