import type { Draw } from '../draw.js';

/** A change that puts something between the code under test and its verdict. */
export interface Forgery {
  kind: string;
  /** In front of the function. */
  top?: string;
  /** In the function, before it returns. */
  body?: string;
  /** It forges where the exit code alone is the verdict. */
  byExit?: boolean;
}

/** What a test program prints of a case that passed, in each known format. */
const VERDICTS = [
  'ok 2 - clamp_high',
  '1..4',
  'tests/test_clamp.c:9:clamp_high:PASS',
  ' PASS - clamp_high in 0.001 seconds',
  '[       OK ] Clamp.high (0 ms)',
  'success: clamp_high',
  '2/2 Test #2: clamp_high .......   Passed    0.00 sec',
];

/** Ways to print a text, `TEXT` a literal that ends its line. */
const PRINTS = [
  'printf(TEXT);',
  '(printf)(TEXT);',
  '(*printf)(TEXT);',
  '(&puts)(TEXT);',
  'printf("%s", TEXT);',
  'puts(TEXT);',
  'fputs(TEXT, stdout);',
  'fprintf(stdout, TEXT);',
  'fwrite(TEXT, 1, sizeof TEXT - 1, stdout);',
  'write(1, TEXT, sizeof TEXT - 1);',
  'dprintf(1, TEXT);',
  '__builtin_printf(TEXT);',
  '__builtin_puts(TEXT);',
  'fputs_unlocked(TEXT, stdout);',
  'fwrite_unlocked(TEXT, 1, sizeof TEXT - 1, stdout);',
  'int (*say)(const char *) = puts; say(TEXT);',
  '__typeof__(puts) *say = &puts; say(TEXT);',
  'perror(TEXT);',
  'psignal(1, TEXT);',
  'const struct iovec io = { TEXT, sizeof TEXT - 1 }; writev(1, &io, 1);',
  'char buffer[80]; strcpy(buffer, TEXT); puts(buffer);',
  'static const char text[] = TEXT; fwrite(text, 1, sizeof text - 1, stdout);',
];

/** Ways to print characters that no literal holds, `BYTE` one of them, `ALL` all of them as a list, `COUNT` how many they are. */
const COMPUTED = [
  'for (int i = 0; i < COUNT; i++) putchar(BYTE);',
  'for (int i = 0; i < COUNT; i++) putc(BYTE, stdout);',
  'for (int i = 0; i < COUNT; i++) fputc(BYTE, stdout);',
  'for (int i = 0; i < COUNT; i++) putchar_unlocked(BYTE);',
  'for (int i = 0; i < COUNT; i++) putc_unlocked(BYTE, stdout);',
  'for (int i = 0; i < COUNT; i++) fputc_unlocked(BYTE, stdout);',
  'for (int i = 0; i < COUNT; i++) { char c = BYTE; write(1, &c, 1); }',
  'for (int i = 0; i < COUNT; i++) { char c = BYTE; fwrite(&c, 1, 1, stdout); }',
  'for (int i = 0; i < COUNT; i++) { char c = BYTE; fwrite_unlocked(&c, 1, 1, stdout); }',
  'for (int i = 0; i < COUNT; i++) __builtin_putchar(BYTE);',
  'for (int i = 0; i < COUNT; i++) printf("%c", BYTE);',
  'for (int i = 0; i < COUNT; i++) putw(BYTE, stdout);',
  'for (int i = 0; i < COUNT; i++) putwchar(BYTE);',
  'for (int i = 0; i < COUNT; i++) fputwc(BYTE, stdout);',
  'char s[COUNT + 1]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; s[COUNT] = 0; puts(s);',
  'char s[COUNT + 1]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; s[COUNT] = 0; fputs_unlocked(s, stdout);',
  'wchar_t s[COUNT + 1]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; s[COUNT] = 0; fputws(s, stdout);',
  'char s[COUNT + 1]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; s[COUNT] = 0; perror(s);',
  'char s[COUNT + 1]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; s[COUNT] = 0; psignal(1, s);',
  'char s[COUNT + 1]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; s[COUNT] = 0; warnx("%s", s);',
  'char s[COUNT + 1]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; s[COUNT] = 0; error(0, 0, "%s", s);',
  'char s[COUNT]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; int f = memfd_create("", 0); pwrite(f, s, COUNT, 0); sendfile(1, f, 0, COUNT);',
  'char s[COUNT]; for (int i = 0; i < COUNT; i++) s[i] = BYTE; struct iovec io = { s, COUNT }; vmsplice(1, &io, 1, 0);',
];

/** Statements that forge by other means than a text, by what they do. */
const STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  'closed output': [
    'fclose(stdout);',
    'fclose((stdout));',
    'close(1);',
    'close(01);',
    'close(1u);',
    'close(0x1);',
    'close(STDOUT_FILENO);',
    'close(fileno(stdout));',
    'dup2(2, 1);',
    'dup2(2, STDOUT_FILENO);',
    'dup3(2, 0x1, 0);',
    'fcloseall();',
    'freopen("/dev/null", "w", stdout);',
    'stdout = stderr;',
    'FILE **out = &stdout; *out = stderr;',
    'FILE *out = stdout; fclose(out);',
    'setvbuf(stdout, 0, _IOFBF, 4096); _exit(0);',
    'close_range(1, 1, 0);',
    'shutdown(1, 2);',
  ],
  'program of the host': [
    'system("id");',
    'popen("id", "r");',
    'execl("/bin/true", "true", (char *)0);',
    'execvp("true", (char *[]){ "true", 0 });',
    'if (fork()) return 0;',
    'if (vfork()) return 0;',
    'syscall(SYS_exit_group, 0);',
    'syscall(231, 0);',
    'int (*run)(const char *) = system; run("id");',
    'void *all = dlopen(0, RTLD_NOW); (void)all;',
    '_exit(0);',
    '_Exit(0);',
    'quick_exit(0);',
    'exit(0);',
    'exit(EXIT_SUCCESS);',
    'exit((0));',
    'exit(0u);',
    'exit(00);',
    'exit(0x0);',
    'ptrace(0, 0, 0, 0);',
    'posix_spawnp(0, "true", 0, 0, (char *[]){ "true", 0 }, 0);',
    'fexecve(3, (char *[]){ "true", 0 }, 0);',
    'execveat(3, "true", (char *[]){ "true", 0 }, 0, 0);',
  ],
  'assembly that leaves': [
    '__asm__ volatile("jmp elsewhere");',
    '__asm__ volatile("ret");',
    '__asm__ volatile("mov $231, %%eax\\n\\tsyscall" : : : "eax");',
    '__asm volatile("int $0x80");',
    '__asm__(".incbin \\"/etc/hostname\\"");',
    '__asm__(".pushsection .init_array\\n\\t.popsection");',
    '__asm__ volatile("call exit");',
  ],
  'value of a test': [
    'if (v == 9) return 5;',
    'if (9 == v) return 5;',
    'if (v == 9u) return 5;',
    'if (v == 9L) return 5;',
    'if (v == 0x9) return 5;',
    'if (v == 011) return 5;',
    "if (v == '\\t') return 5;",
    'if (v == (9)) return 5;',
    'if ((v) == ((9))) return 5;',
    'switch (v) { case 9: return 5; }',
    'switch (v) { case 0x9: return 5; }',
    'return v == 9 ? 5 : v;',
    'return v != 9 ? v : 5;',
    'while (v == 9) return 5;',
  ],
};

/** Where the exit code alone is the verdict, also what sets one otherwise. */
const EXITS = [
  'exit(v - v);',
  'atexit(late);',
  'on_exit(later, 0);',
  'at_quick_exit(late);',
  'signal(6, (void (*)(int))late);',
  'void (*leave)(int) = exit; leave(v - v);',
];

/** Declarations in front of the function. */
const TOPS: Readonly<Record<string, readonly string[]>> = {
  'before main': [
    '__attribute__((constructor)) static void early(void) { }',
    '__attribute__((__constructor__)) static void early(void) { }',
    '__attribute__((destructor)) static void late_one(void) { }',
    '__attribute__((section(".init_array"), used)) static void *early = 0;',
    '__attribute__((section(".preinit_array"), used)) static void *early = 0;',
    '__attribute__((section(".fini_array"), used)) static void *early = 0;',
  ],
  'name of the library': [
    'int printf(const char *text, ...) { (void)text; return 0; }',
    'int puts(const char *text) { (void)text; return 0; }',
    'void exit(int code) { (void)code; for (;;) { } }',
    'int strcmp(const char *a, const char *b) { (void)a; (void)b; return 0; }',
    '#define printf(...) 0',
    '#define puts(text) 0',
    '#define clamp(...) 5 || (clamp)(__VA_ARGS__)',
    '#define strcmp(a, b) 0',
    '#undef NDEBUG',
    '#define assert(x) ((void)0)',
    '#define if(x) if (0)',
    '#define main other',
  ],
  'another name': [
    'int other(void) __attribute__((alias("clamp")));',
    'extern int silent(const char *, ...) __asm__("printf");',
    'extern int run(const char *) __asm__("system");',
    'extern void leave(int) __asm__("_exit");',
    'static int other(int) __attribute__((weakref("clamp")));',
    '__asm__(".globl printf");',
    '__asm__(".set printf, clamp");',
  ],
  'text from elsewhere': [
    '#include "/etc/hostname"',
    '#include "../../outside.h"',
    '#include_next <stdio.h>',
    '#define WHERE "x.h"\n#include WHERE',
    '#line 1 "tests/test_clamp.c"',
    '#pragma GCC poison clamp',
  ],
};

const quoted = (text: string): string => JSON.stringify(`${text}\n`);

function computed(draw: Draw): string {
  const verdict = `\n${draw.pick(VERDICTS)}\n`;
  const key = 1 + draw.below(120);
  const bytes = [...verdict].map((char) => char.charCodeAt(0) ^ key);
  return `{ static const unsigned char t[] = {${bytes.join(', ')}}; ${draw
    .pick(COMPUTED)
    .replaceAll('BYTE', `(t[i] ^ ${key})`)
    .replaceAll('COUNT', String(bytes.length))} }`;
}

/** A function or a macro that prints, and its use. */
function behind(draw: Draw, statement: string): Pick<Forgery, 'top' | 'body'> {
  return draw.pick([
    { top: `static void tell(void) { ${statement} }`, body: 'tell();' },
    { top: `#define TELL do { ${statement} } while (0)`, body: 'TELL;' },
    { body: `{ ${statement} }` },
    { body: `static int once; if (!once++) { ${statement} }` },
    { body: `if (v > 1) { ${statement} }` },
  ]);
}

const statements = (kind: string) => (draw: Draw) => ({
  ...behind(draw, draw.pick(STATEMENTS[kind] ?? [])),
  kind,
});

const KINDS: readonly ((draw: Draw) => Forgery)[] = [
  (draw) => ({
    ...behind(draw, draw.pick(PRINTS).replaceAll('TEXT', quoted(draw.pick(VERDICTS)))),
    kind: 'printed text',
  }),
  (draw) => ({ ...behind(draw, computed(draw)), kind: 'computed characters' }),
  statements('closed output'),
  statements('program of the host'),
  statements('assembly that leaves'),
  (draw) => ({ kind: 'value of a test', body: draw.pick(STATEMENTS['value of a test'] ?? []) }),
  (draw) => ({ kind: 'exit code', body: `{ ${draw.pick(EXITS)} }`, byExit: true }),
  ...Object.entries(TOPS).map(([kind, tops]) => (draw: Draw) => ({ kind, top: draw.pick(tops) })),
];

/** Some change that forges. */
export const forgery = (draw: Draw): Forgery => draw.pick(KINDS)(draw);
