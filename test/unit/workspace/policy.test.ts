import { chmodSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgePatch, type PatchRules, type PatchVerdict } from '../../../electron/workspace/policy.js';
import { currentTree } from '../../../electron/workspace/snapshot.js';
import { cloned, g, put, temporary, value } from './repositories.js';

const ASLEEP = 'int f(void)\n{\n/*\n  system("x");\n*/\n  return 0;\n}\n';
const RULES: PatchRules = {
  allowedPaths: ['**'],
  forbiddenPaths: ['boot/**'],
  maxLines: 200,
  maxFiles: 10,
  riskThreshold: 0.7,
  bannedConstructs: [],
};
const BODY = 'int add(int a, int b)\n{\n  if (a < 0) return 0;\n  return a - b;\n}\n';
const FILES: Record<string, string> = {
  'src/a.c': BODY,
  'src/b.c': 'int b;\n',
  'src/uart.c': 'void UART0_IRQHandler(void)\n{\n  int x = 1;\n}\n',
  'src/uses_system.c': 'void f(void)\n{\n  system("x");\n}\n',
  'src/long.c': Array.from({ length: 60 }, (_, i) => `int v${i};`).join('\n'),
  'src/aux.c': 'int aux;\n',
  'src/t.c':
    'char text[8];\nstatic const int t[2] = {1, 2};\nint at(int i)\n{\n  return text[i] + t[0];\n}\n',
  'boot/start.c': 'int s;\n',
  'include/api.h': 'int api(void);\n',
  'tests/test_a.c':
    '#include "api.h"\nvoid report(int ok)\n{\n  puts(ok ? "ok" : "no");\n}\nint t(void)\n{\n  return api() == 42;\n}\n',
  Makefile: 'all:\n',
  'README.md': 'text\n',
};

type Edit = Record<string, string>;
let repo = '';
let dir = '';

async function fresh(files: Record<string, string>) {
  const made = await cloned(files, join(temporaryForAll(), 'r'), join(temporaryForAll(), 'clone'));
  return { repo: made.repo, dir: made.clone.dir };
}

const kept: string[] = [];
function temporaryForAll(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'benchloop-test-policy-')));
  kept.push(path);
  return path;
}

beforeAll(async () => {
  ({ repo, dir } = await fresh(FILES));
});
afterAll(() => {
  for (const path of kept) rmSync(path, { recursive: true, force: true });
});

const diffOf = (file: string, old: string | undefined, now: string): string =>
  createTwoFilesPatch(old === undefined ? '/dev/null' : `a/${file}`, `b/${file}`, old ?? '', now)
    .replace(/^=+\n/, `diff --git a/${file} b/${file}\n${old === undefined ? 'new file mode 100644\n' : ''}`)
    .replace(/^(---|\+\+\+) (.*?)\t$/gm, '$1 $2');

/** The patch that makes an edit. */
const patchOf = (edit: Edit): string =>
  Object.entries(edit)
    .map(([file, now]) => diffOf(file, FILES[file], now))
    .join('');

/** The patch that a person's git makes of a change to a copy of the repository. */
function gitPatchOf(change: (copy: string) => void): string {
  const copy = join(temporary('edit'), 'x');
  cpSync(repo, copy, { recursive: true, preserveTimestamps: true });
  change(copy);
  g(copy, 'add', '-A');
  return g(copy, 'diff', '--cached', '--binary');
}

const judge = async (patch: string, rules: Partial<PatchRules> = {}): Promise<PatchVerdict> =>
  value(await judgePatch(dir, patch, { ...RULES, ...rules }));

const rulesOf = (verdict: PatchVerdict): string[] => [...new Set(verdict.violations.map((v) => v.rule))];

const body = (line: string): Edit => ({ 'src/a.c': BODY.replace('  return a - b;', line) });
const top = (line: string): Edit => ({ 'src/a.c': `${line}\n${BODY}` });

describe('an honest fix', () => {
  it('is accepted at a low risk with its reasons, and nothing is applied', async () => {
    const before = value(await currentTree(dir));
    const verdict = await judge(patchOf(body('  return a + b;')));
    expect(verdict).toMatchObject({ accepted: true, violations: [], files: ['src/a.c'], linesChanged: 2 });
    expect(verdict.risk).toBeGreaterThan(0.05);
    expect(verdict.risk).toBeLessThan(0.15);
    expect(verdict.reasons.length).toBeGreaterThan(0);
    expect(value(await currentTree(dir))).toBe(before);
  });

  it.each([
    ['a guard', body('  if (b > a) return -1;\n  return a + b;')],
    ['an include of the tree', top('#include "../include/api.h"\n#include <stdint.h>')],
    ['words of rules in a comment', body('  /* system("x"), goto, ok 1, :PASS */ return a + b; // exit(0)')],
    ['words of rules in a string', body('  log("never call system(x) or exit(0)"); return a + b;')],
    ['a variable with the name of a function', body('  struct s system; system.x = svc->y; return a + b;')],
    ['a barrier', body('  __asm volatile("dmb"); return a + b;')],
    ['a call of what tests call', body('  return api() + b;')],
    ['a register read in assembly', body('  __asm volatile("mrs %0, primask" : "=r"(x));')],
    ['text with an escape', body('  log("\\x41bc\\n"); return a + b;')],
    ['an error path', body('  if (b) exit(1);\n  return a + b;')],
    ['a constant', top('#define LIMIT 4')],
    ['a new source file', { 'src/new.c': 'int n(void) { return 1; }\n' }],
    ['an existing file with a device name', { 'src/aux.c': 'int aux = 1;\n' }],
    ['a line that already held a call', { 'src/uses_system.c': 'void f(void)\n{\n  system("y");\n}\n' }],
    ['CRLF lines', { 'src/b.c': 'int b;\r\nint c;\r\n' }],
  ])('%s is accepted', async (_, edit) => {
    expect((await judge(patchOf(edit))).violations).toEqual([]);
  });
});

describe('code that no honest fix needs is refused', () => {
  it.each<[string, string, Edit]>([
    ['host', 'a shell command', body('  system("id");')],
    ['host', 'a split word', body('  sys\\\ntem("id");')],
    ['host', 'a name behind a macro', top('#define run system')],
    ['host', 'a trigraph splice', body('  sys??/\ntem("id");')],
    ['host', 'a function pointer', body('  int (*f)(const char *) = popen;')],
    ['host', 'leaving at once', body('  _exit(0);')],
    ['exit', 'an exit with success', body('  exit(0);')],
    ['semihosting', 'a semihosting call', body('  call(SYS_SYSTEM, 0);')],
    ['assembly', 'a semihosting breakpoint', body('  __asm("bk" "pt 0xAB");')],
    ['assembly', 'a file in assembly', body('  __asm__(".incbin \\"/etc/passwd\\"");')],
    ['assembly', 'a file in an assembly source', { 'src/x.S': '.incbin "x"\n' }],
    ['include', 'an absolute include', top('#include "/etc/passwd"')],
    ['include', 'an absolute include with slashes', top('#include "//etc/passwd"')],
    ['include', 'an include outside the tree', top('#include "../../../etc/passwd"')],
    ['include', 'an include outside with brackets', top('#include <../../x.h>')],
    ['include', 'a computed include', top('#define H "x"\n#include H')],
    ['include', 'an include behind a digraph', top('%:include "/etc/passwd"')],
    ['include', 'an include behind a comment', top('/* */ # /* */ include /* */ "/etc/passwd"')],
    ['include', 'code in prose', top('#include "../README.md"')],
    ['directive', 'include_next', top('#include_next <a.h>')],
    ['directive', 'forged positions', top('#line 1 "x.c"')],
    ['pragma', 'poison', top('#pragma GCC poison add')],
    ['constructor', 'a constructor', top('__attribute__((constructor)) void c(void);')],
    ['constructor', 'a section of constructors', top('__attribute__((section(".init_array"))) int c;')],
    ['define', 'assert off', top('#define assert(x)')],
    ['define', 'a test macro', top('#define TEST_ASSERT_EQUAL(a, b)')],
    ['define', 'a keyword', top('#define if(x) while (x)')],
    ['define', 'NDEBUG', top('#  define NDEBUG')],
    ['define', 'a library function', top('#define memcmp(a, b, c) 0')],
    ['verdict', 'a Unity line', body('  puts("a.c:1:test_a:PASS");')],
    ['verdict', 'a TAP line', body('  printf("ok %d\\n", 1);')],
    ['verdict', 'a ztest line in pieces', body('  printf(" PA" "SS - test");')],
    ['verdict', 'a plan', body('  puts("1..4");')],
    ['verdict', 'a TAP line with an escape', body('  printf("\\x6fk 2 - b");')],
    ['verdict', 'a TAP line with octal escapes after a line break', body('  puts("x\\n\\157\\153 2");')],
    ['verdict', 'a Unity line with escapes', body('  puts("a.c:1:t:\\120ASS");')],
    ['verdict', 'a reporter of the framework', body('  UnityPrint("x");')],
    ['verdict', 'a function of the tests', body('  report(1);')],
    ['constructor', 'a section with an escape', top('__attribute__((section(".in\\x69t_array"))) int c;')],
    ['assembly', 'a file in assembly with an escape', body('  __asm__(".inc\\x62in \\"x\\"");')],
    ['assembly', 'a jump out of the function', body('  __asm__ volatile("mov x0, x1\\n\\tb elsewhere");')],
    ['assembly', 'a return in assembly', body('  __asm("ret");')],
    ['assembly', 'a kernel call in assembly', body('  asm volatile ("syscall" : : "a"(60), "D"(0));')],
    ['assembly', 'a section in assembly', body('  asm(".pushsection .text.x");')],
    ['assembly', 'another name of a function', top('int other(void) __asm__("printf");')],
    ['define', 'a function of the library', top('int printf(const char *f, ...) { return 0; }')],
    ['define', 'the exit of the library', top('void exit(int code)\n{\n  for (;;) {}\n}')],
    ['define', 'a macro with the name of what tests call', top('#define api(...) 1 || (api)(__VA_ARGS__)')],
    ['define', 'an alias', top('int f(void) __attribute__((alias("g")));')],
    ['host', 'a system call by its number', body('  syscall(231, 0);')],
    ['output', 'a closed output', body('  fclose(stdout);')],
    ['output', 'a closed descriptor', body('  close(1);')],
    ['output', 'another output', body('  freopen("/dev/null", "w", stdout);')],
    ['output', 'an output in the place of the first', body('  dup2(fd, STDOUT_FILENO);')],
    ['output', 'a replaced stream', body('  stdout = other;')],
    ['literal', 'a raw string that hides code in C', body('  f(R"(");\n  g(")");')],
    ['hidden', 'a bidirectional override', body('  return a + b; /* \u202e */')],
    ['hidden', 'a carriage return within a line', body('  // x\r  return 0;\n  return 1;')],
  ])('%s: %s', async (rule, _, edit) => {
    const verdict = await judge(patchOf(edit));
    expect(verdict.accepted).toBe(false);
    expect(rulesOf(verdict)).toContain(rule);
  });

  it('refuses what the task bans, by tokens', async () => {
    const rules = { bannedConstructs: ['goto', 'malloc('] };
    expect(rulesOf(await judge(patchOf(body('  p = malloc (4);')), rules))).toEqual(['bannedConstructs']);
    expect((await judge(patchOf(body('  // goto malloc(\n  return gotoX;')), rules)).accepted).toBe(true);
  });
});

describe('files that a patch may not change', () => {
  it.each<[string, Edit | ((copy: string) => void)]>([
    ['protected', { 'tests/test_a.c': 'int u;\n' }],
    ['protected', (d) => g(d, 'rm', '-q', 'tests/test_a.c')],
    ['protected', (d) => g(d, 'mv', 'src/b.c', 'src/test_b.c')],
    ['protected', { 'lib/Unity/src/x.c': 'int u;\n' }],
    ['protected', { Makefile: 'all: evil\n' }],
    ['protected', { 'src/GNUmakefile': 'all: evil\n' }],
    ['protected', { 'cmake/x.cmake': 'x\n' }],
    ['protected', { 'link.ld': 'x\n' }],
    ['protected', { 'tools/gen.py': 'x\n' }],
    ['protected', { '.gitattributes': '* filter=x\n' }],
    ['protected', { '.gitmodules': '' + '[submodule "x"]\n' }],
    ['protected', { '.github/workflows/x.c': 'x\n' }],
    ['forbiddenPaths', { 'boot/start.c': 'int t;\n' }],
    ['binary', (d) => put(d, { 'src/blob.c': Buffer.from([0, 1, 2]) })],
    ['mode', (d) => chmodSync(join(d, 'src/a.c'), 0o755)],
    ['name', { 'src/con.c': 'int x;\n' }],
    ['name', { 'src/B.c': 'int x;\n' }],
  ])('%s: %j', async (rule, edit) => {
    const verdict = await judge(typeof edit === 'function' ? gitPatchOf(edit) : patchOf(edit));
    expect(verdict.accepted).toBe(false);
    expect(rulesOf(verdict)).toContain(rule);
  });

  const added = (path: string, mode = '100644', content = 'x') =>
    `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${content}\n`;

  it.each<[string, string]>([
    ['symlink', `${added('src/link', '120000', '/etc')}\\ No newline at end of file\n`],
    ['outside', added('../evil.c')],
    ['outside', added('/etc/evil.c').replaceAll(/[ab]\/\/etc/g, '/etc')],
    ['outside', added('C:/evil.c')],
    ['git', added('.git/hooks/x')],
    ['git', added('src/.GIT/config')],
    ['name', added('src\\evil.c')],
    ['name', added('src/a.c:stream')],
    ['name', added('src/NUL')],
    ['name', added('src/com1.txt')],
    ['name', added('src/dot.')],
    [
      'protected',
      'diff --git a/src/b.c b/test_b.c\nsimilarity index 100%\nrename from src/b.c\nrename to test_b.c\n',
    ],
    [
      'protected',
      'diff --git a/src/b.c b/Makefile.x.mk\nsimilarity index 100%\ncopy from src/b.c\ncopy to x.mk\n',
    ],
  ])('%s: a path made by hand', async (rule, patch) => {
    const verdict = await judge(patch);
    expect(verdict.accepted).toBe(false);
    expect(rulesOf(verdict)).toContain(rule);
  });

  it('reads conventions below the folder of the project, and globs from the top', async () => {
    const patch = patchOf({ 'tests/test_a.c': 'int u;\n', 'src/a.c': BODY.replace('-', '+') });
    expect(rulesOf(await judge(patch, { allowedPaths: ['src/**'] }))).toContain('allowedPaths');
    const inside = await fresh({ 'tests/fw/src/a.c': 'int a;\n' });
    const change = '--- a/tests/fw/src/a.c\n+++ b/tests/fw/src/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n';
    const rules = { ...RULES, allowedPaths: ['tests/fw/**'] };
    expect(value(await judgePatch(inside.dir, change, rules)).accepted).toBe(false);
    expect(value(await judgePatch(inside.dir, change, { ...rules, subdir: 'tests/fw' })).accepted).toBe(true);
  });

  it('says what does not apply as such', async () => {
    const judged = await judgePatch(dir, '--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-nope\n+x\n', RULES);
    expect(judged).toMatchObject({ ok: false, error: { code: 'PATCH_APPLY_FAILURE' } });
  });
});

describe('size and mode of a patch', () => {
  it('limits lines and files', async () => {
    const edit = { 'src/long.c': 'int other;\n', 'src/b.c': 'int c;\n' };
    expect(rulesOf(await judge(patchOf(edit), { maxLines: 20 }))).toContain('maxLines');
    expect(rulesOf(await judge(patchOf(edit), { maxFiles: 1 }))).toContain('maxFiles');
    expect(rulesOf(await judge(patchOf(edit), { smallestChange: true }))).toEqual(['maxFiles', 'maxLines']);
    expect((await judge(patchOf({ 'src/b.c': 'int c;\n' }), { smallestChange: true })).accepted).toBe(true);
  });

  it('accepts only logs when only logs are allowed', async () => {
    const only = { logOnly: true };
    const log = body('  printf("a=%d", a);\n  return a - b;');
    expect((await judge(patchOf(log), only)).accepted).toBe(true);
    for (const line of ['  a = 1;', '  reset();', '  return 1;'])
      expect((await judge(patchOf(body(`${line}\n  return a - b;`)), only)).accepted).toBe(false);
    expect((await judge(patchOf(body('  printf("x");')), only)).accepted).toBe(false);
  });
});

describe('risk', () => {
  const risk = async (edit: Edit) => (await judge(patchOf(edit), { riskThreshold: 1 })).risk;

  it('grows with sensitive code, removed checks, files and lines', async () => {
    const small = await risk(body('  return a + b;'));
    expect(await risk({ 'src/uart.c': FILES['src/uart.c']?.replace('1', '2') ?? '' })).toBeGreaterThan(
      small + 0.1,
    );
    expect(await risk({ 'src/a.c': BODY.replace('  if (a < 0) return 0;\n', '') })).toBeGreaterThan(
      small + 0.1,
    );
    expect(await risk({ 'include/api.h': 'int api(int);\n' })).toBeGreaterThan(small);
    expect(await risk({ ...body('  return a + b;'), 'src/b.c': 'int c;\n' })).toBeGreaterThan(small);
    expect(await risk({ 'src/long.c': 'int v;\n' })).toBeGreaterThan(small);
    expect(await risk(body('  return *(p + (uint8_t)a);'))).toBeGreaterThan(small);
    expect(await risk(body('#ifdef UNIT_TEST\n  return 1;\n#endif\n  return a - b;'))).toBeGreaterThan(0.4);
  });

  it('tells attributes of placement from ordinary names', async () => {
    const places = async (code: string): Promise<boolean> => {
      const { reasons } = await judge(patchOf(body(code)), { riskThreshold: 1 });
      return reasons.some((r) => r.reason === 'linkage or placement is changed');
    };
    expect(await places('  static int n __attribute__((section(".fast")));\n  return n;')).toBe(true);
    expect(await places('  extern int n __attribute__((weak));\n  return n;')).toBe(true);
    expect(await places('  int section = a;\n  return add(b, section);')).toBe(false);
  });

  it('distrusts what only lays an array out anew', async () => {
    const relaid = async (now: string): Promise<boolean> => {
      const { reasons } = await judge(patchOf({ 'src/t.c': now }));
      return reasons.some((r) => r.reason === 'the layout of an array');
    };
    expect(await relaid(FILES['src/t.c']?.replace('char text', 'int text') ?? '')).toBe(true);
    expect(await relaid(FILES['src/t.c']?.replace('[8]', '[80]') ?? '')).toBe(true);
    expect(await relaid(FILES['src/t.c']?.replace('{1, 2}', '{1, 3}') ?? '')).toBe(false);
    expect(await relaid(FILES['src/t.c']?.replace('text[i]', 'text[i + 1]') ?? '')).toBe(false);
  });

  it('counts a check that a comment hides as removed', async () => {
    const hidden = BODY.replace('  if (a < 0) return 0;', '/*\n  if (a < 0) return 0;\n*/');
    const verdict = await judge(patchOf({ 'src/a.c': hidden }));
    expect(verdict.reasons.map((r) => r.reason)).toContain('a check is removed');
  });

  it('sees code that the end of a comment brings to life', async () => {
    const asleep = await fresh({ 'src/z.c': ASLEEP });
    const awake = diffOf('src/z.c', ASLEEP, ASLEEP.replace('/*\n', '').replace('*/\n', ''));
    expect(rulesOf(value(await judgePatch(asleep.dir, awake, RULES)))).toContain('host');
  });

  it('is refused above the threshold, whoever would approve it', async () => {
    const verdict = await judge(patchOf(body('  return a + b;')), { riskThreshold: 0.05 });
    expect(rulesOf(verdict)).toEqual(['risk']);
  });

  it('never falls when a hunk is added', async () => {
    const edits: Edit[] = [
      body('  return a + b;'),
      { 'src/b.c': 'int c;\n' },
      { 'src/uart.c': FILES['src/uart.c']?.replace('int x = 1;', 'if (y) x = 1;') ?? '' },
      { 'include/api.h': 'if (x) {}\n' },
      { 'boot/start.c': '' },
      { 'src/long.c': 'assert(1);\n' },
    ];
    let [all, last]: [Edit, number] = [{}, 0];
    for (const edit of edits) {
      all = { ...all, ...edit };
      const now = await risk(all);
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it('judges sources that are not UTF-8', async () => {
    const latin = await fresh({ 'l.c': 'int a;\n' });
    const patch = '--- a/l.c\n+++ b/l.c\n@@ -1 +1 @@\n-int a;\n+int b; // 20 \udcb0C\n';
    expect(value(await judgePatch(latin.dir, patch, RULES)).accepted).toBe(true);
  });
});
