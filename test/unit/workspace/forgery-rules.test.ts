import { describe, expect, it } from 'vitest';
import { lex } from '../../../electron/workspace/c-lexer.js';
import { tokenChange } from '../../../electron/workspace/change.js';
import { codeViolations } from '../../../electron/workspace/code-rules.js';
import { addedOutput } from '../../../electron/workspace/doubts.js';
import { testedValues } from '../../../electron/workspace/forgery-rules.js';
import { literalValue } from '../../../electron/workspace/literal-value.js';
import type { FileChange } from '../../../electron/workspace/read-diff.js';
import { NO_TEST_NAMES } from '../../../electron/workspace/test-names.js';
import type { PatchRules } from '../../../electron/workspace/verdict.js';

const RULES: PatchRules = {
  ...{ allowedPaths: [], forbiddenPaths: [], maxLines: 9, maxFiles: 9, riskThreshold: 1 },
  bannedConstructs: [],
};

/** Values that code knows of tests which use these, all of it new. */
function known(code: string, ...ofTests: string[]): string[] {
  const values = new Set(ofTests.flatMap((text) => lex(text).flatMap((token) => literalValue(token) ?? [])));
  const all = lex(code);
  return testedValues(all, all, { ...NO_TEST_NAMES, values });
}

describe('a value of a test', () => {
  it.each([
    ['if (v == 0x9) return 5;', '0x9'],
    ['if (v == 011) return 5;', '011'],
    ['if (v == 0b1001) return 5;', '0b1001'],
    ['if (v == 9UL) return 5;', '9UL'],
    ["if (v == '\\t') return 5;", "'\\t'"],
    ["if (v == '\\x9') return 5;", "'\\x9'"],
    ['if ((v) == ((9))) return 5;', '9'],
    ['if ((9) == v) return 5;', '9'],
    ['while (v == 9) return 5;', '9'],
    ['for (; v == 9;) return 5;', '9'],
    ['i\\\nf (v == 9)\n  return 5;', '9'],
    ['int is = v == 9; return is ? 5 : v;', '9'],
  ])('is known however it is written: %s', (code, value) => {
    expect(known(code, '9')).toEqual([value]);
  });

  it.each([
    'if (v == 0x90) return 5;',
    'if (v == 010) return 5;',
    'return v > 9 ? 9 : v;',
    'v = 9;',
    "if (v == '9') return 5;",
    'if (v == 9.5) return 5;',
  ])('is not where another one is compared with: %s', (code) => {
    expect(known(code, '9')).toEqual([]);
  });

  it('is none that is put right in an old condition', () => {
    const all = lex('if (v == 9) return 7;');
    const fresh = all.filter(({ kind, text }) => kind === 'number' && text === '9');
    expect(testedValues(fresh, all, { ...NO_TEST_NAMES, values: new Set(['9']) })).toEqual([]);
  });
});

describe('a change', () => {
  /** What is wrong with code, all of it new, by the rule that refuses it. */
  const tests = { ...NO_TEST_NAMES, called: new Set(['clamp']), defined: new Set(['check_number']) };
  const wrong = (code: string): string[] => {
    const file: FileChange = {
      ...{ path: 'src/a.c', status: 'added', oldMode: '000000', newMode: '100644', binary: false },
      ...{ hunks: [], before: '', after: code },
    };
    return codeViolations(file, tokenChange(file), RULES, tests).map(({ rule }) => rule);
  };

  it.each([
    ['output', 'fcloseall();'],
    ['output', 'close_range(1, 1, 0);'],
    ['output', 'close(01);'],
    ['output', 'dup2(fd, 0x1);'],
    ['host', 'fexecve(3, argv, 0);'],
    ['host', 'execveat(3, "x", argv, 0, 0);'],
    ['host', '(system)("id");'],
    ['assembly', 'extern int run(const char *) __asm__("system");'],
    ['assembly', 'extern void leave(int) __asm__("_ex" "it");'],
    ['exit', 'exit((0));'],
    ['define', 'int strcmp(const char *a, const char *b) <% return 0; %>'],
    ['exit', 'exit(0x0);'],
    ['pragma', '#pragma redefine_extname check_number clamp'],
    ['pragma', '_Pragma("redefine_extname check_number clamp")'],
    ['pragma', '#pragma weak clamp = other'],
    ['pragma', '#pragma GCC poison clamp'],
    ['define', '#define check_number(f, l, e, a) ((void)(f), 1)'],
    ['define', '#define clamp(v) 1'],
    ['define', '#define JOIN(a, b) a##b'],
    ['define', '#define JOIN(a, b) a%:%:b'],
    ['define', 'int JOIN(str, cmp)(const char *a, const char *b) { return 0; }'],
    ['assembly', '__asm__(BOTH(str, cmp));'],
    ['caller', 'return *(int *)__builtin_return_address(0);'],
    ['caller', 'void *at = __builtin_frame_address(1);'],
    ['caller', '__builtin_ia32_writeeflags_u64(0x100);'],
    ['caller', 'action.sa_flags = SA_SIGINFO;'],
  ])('is refused by the rule %s: %s', (rule, code) => {
    expect(wrong(code)).toContain(rule);
  });

  it.each([
    ...['close(fd);', 'exit(2);', 'system_state = 1;', '__asm__("nop");', 'p->fork(1);'],
    ...['#pragma once', '#pragma pack(push, 1)', '#pragma GCC diagnostic ignored "-Wunused"'],
    ...['_Pragma("GCC unroll 4")', '#define LOG(x) show(#x, x)', '__asm__ volatile("dsb" ::: "memory");'],
    ...['int f(int a) { return g(a)(b); }', 'void (*handler)(int) = on_tick;'],
  ])('is not where it only looks so: %s', (code) => {
    expect(wrong(code)).toEqual([]);
  });
});

describe('output that is added', () => {
  const output = (code: string): string[] => {
    const all = lex(code);
    return addedOutput(all, all);
  };

  it.each([
    ['putchar_unlocked(t[i]);', 'putchar_unlocked()'],
    ['fputws(s, out);', 'fputws()'],
    ['putwchar(c);', 'putwchar()'],
    ['perror(s);', 'perror()'],
    ['psignal(1, s);', 'psignal()'],
    ['warnx("%s", s);', 'warnx()'],
    ['error(0, 0, "%s", s);', 'error()'],
    ['sendfile(1, f, 0, n);', 'sendfile()'],
    ['vmsplice(1, &io, 1, 0);', 'vmsplice()'],
    ['each(t, n, putchar);', 'putchar()'],
    ['(putchar)(c);', 'putchar()'],
    ['__printf_chk(1, "%c", c);', '__printf_chk()'],
  ])('is seen: %s', (code, name) => {
    expect(output(code)).toEqual([name]);
  });

  it.each(['return err;', 'int error = err;', 'if (warn) splice = 1;', 'p->perror = 1;', 'ring_put(r, c);'])(
    'is none in %s',
    (code) => {
      expect(output(code)).toEqual([]);
    },
  );
});
