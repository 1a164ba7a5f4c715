import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBuild } from '../../../../electron/workspace/build/run-build.js';
import { realExec } from '../../../fixtures/exec.js';

const exec = await realExec();
let top: string;
let dir: string;
let artifactDir: string;

beforeEach(async () => {
  top = await realpath(await mkdtemp(path.join(os.tmpdir(), 'benchloop-build-')));
  dir = path.join(top, 'tree');
  artifactDir = path.join(top, 'artifacts');
  await mkdir(dir);
});
afterEach(() => rm(top, { recursive: true, force: true }));

async function build(
  files: Record<string, string>,
  command: string[] = ['make'],
  artifacts: Record<string, string> = {},
  more: {
    signal?: AbortSignal;
    timeoutSec?: number;
    okExitCodes?: number[];
    readable?: string[];
    env?: Record<string, string>;
    onOutput?: (text: string) => void;
  } = {},
) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), text, { mode: name.endsWith('.sh') ? 0o755 : 0o644 });
  }
  const signal = more.signal ?? new AbortController().signal;
  const discard = () => rm(path.join(dir, 'half.o'));
  const base = {
    dir,
    command,
    env: {},
    timeoutSec: 60,
    artifacts,
    artifactDir,
    operation: 'op-build',
    exec,
    discard,
  };
  return runBuild({ ...base, ...more, signal });
}

const errors = (result: Awaited<ReturnType<typeof build>>) =>
  result.diagnostics.filter((one) => one.severity === 'error');
const ARM = 'CC = arm-none-eabi-gcc\nCFLAGS = -Wall -mcpu=cortex-m3 -ffreestanding\n';

describe('a build that succeeds', () => {
  it('stores the declared artifact and the log under their hashes', async () => {
    const makefile = 'app.elf: main.c\n\t@echo building\n\tgcc -o app.elf main.c\n';
    const result = await build({ 'main.c': 'int main(void) { return 0; }\n', Makefile: makefile }, ['make'], {
      elf: 'app.elf',
    });
    expect(result).toMatchObject({ success: true, exit_code: 0, timed_out: false, diagnostics: [] });
    const elf = result.artifacts[0];
    const content = await readFile(path.join(artifactDir, elf?.path ?? ''));
    expect(elf).toMatchObject({ kind: 'elf', bytes: content.length, path: `${elf?.sha256}.elf` });
    expect(createHash('sha256').update(content).digest('hex')).toBe(elf?.sha256);
    expect(await readFile(path.join(artifactDir, result.log?.path ?? ''), 'utf8')).toContain('building\n');
  });

  it('tells what it prints while it runs', async () => {
    let heard = '';
    await build(
      { Makefile: 'all:\n\t@echo one\n\t@echo two >&2\n' },
      ['make'],
      {},
      {
        onOutput: (text) => {
          heard += text;
        },
      },
    );
    expect(heard).toContain('one\n');
    expect(heard).toContain('two\n');
  });

  it('is a failure that names the path where a declared artifact is not there', async () => {
    const result = await build({ Makefile: 'all:\n\t@true\n' }, ['make'], { elf: 'build/app.elf' });
    expect(result).toMatchObject({ success: false, exit_code: 0, artifacts: [] });
    expect(errors(result)[0]?.message).toContain('build/app.elf');
    expect(result.toolchain_missing).toBeUndefined();
  });

  const WARNS = { okExitCodes: [0, 1] };
  const ELF = { elf: 'app.elf' };

  it('may end with another exit code, as Keil does on warnings', async () => {
    const files = {
      'b.sh': '#!/bin/sh\necho image > app.elf\necho "app.c(3): warning: #177-D: unused"\nexit 1\n',
    };
    expect(await build(files, ['./b.sh'], ELF)).toMatchObject({ success: false, exit_code: 1 });
    const done = await build(files, ['./b.sh'], ELF, WARNS);
    expect(done).toMatchObject({ success: true, exit_code: 1, artifacts: [{ kind: 'elf', bytes: 6 }] });
  });

  it.each([
    ['did not write its artifact', 'exit 1', 'app.elf'],
    [
      'printed an error of the compiler',
      "echo new > app.elf; echo 'm.c:1:2: error: no such thing'; exit 1",
      'no such thing',
    ],
    ['ended with one that is not named', 'echo new > app.elf; exit 2', 'exit code 2'],
  ])('is a failure with such an exit code where it %s', async (_, script, why) => {
    const files = { 'b.sh': `#!/bin/sh\n${script}\n`, 'app.elf': 'of before' };
    const result = await build(files, ['./b.sh'], ELF, WARNS);
    expect(result).toMatchObject({ success: false });
    expect(
      errors(result)
        .map(({ message }) => message)
        .join(),
    ).toContain(why);
  });

  it('reads the folders of an SDK, and writes nothing there', async () => {
    const sdk = path.join(top, 'sdk');
    await mkdir(sdk);
    await writeFile(path.join(sdk, 'vendor.h'), '#define OK 0\n');
    const command = ['sh', '-c', 'cp "$SDK/vendor.h" out && ! touch "$SDK/mine"'];
    const env = { SDK: sdk };
    expect(await build({}, command, { out: 'out' }, { env })).toMatchObject({ success: false });
    const done = await build({}, command, { out: 'out' }, { env, readable: [sdk] });
    expect(done).toMatchObject({ success: true });
    expect(await readdir(sdk)).toEqual(['vendor.h']);
  });

  it('refuses an artifact that links out of the work tree, or lies outside it', async () => {
    await writeFile(path.join(top, 'secret'), 'secret');
    await symlink(path.join(top, 'secret'), path.join(dir, 'app.elf'));
    const result = await build({ Makefile: 'all:\n\t@true\n' }, ['make'], {
      elf: 'app.elf',
      map: '../secret',
    });
    expect(result.success).toBe(false);
    expect(
      errors(result)
        .map((one) => one.message)
        .join(),
    ).toMatch(/link out of .*outside the work tree/);
    expect(await readdir(artifactDir)).toEqual([result.log?.path]);
  });

  it('runs its compilers as they are, and leaves nothing in the work tree that bare make would not', async () => {
    const makefile = `${ARM}all: a.o\n\t@command -v arm-none-eabi-gcc\na.o: a.c\n`;
    const result = await build({ 'a.c': 'int f(void) { }\n', Makefile: makefile });
    expect((await readdir(dir)).sort()).toEqual(['Makefile', 'a.c', 'a.o']);
    expect(await readdir(artifactDir)).toEqual([result.log?.path]);
  });

  it('has the warnings with their fix-its, which are not in what people read', async () => {
    let heard = '';
    const onOutput = (text: string) => {
      heard += text;
    };
    const files = {
      'a.c': 'int f(void) { return puts("x"); }\n',
      Makefile: 'all:\n\tgcc -c a.c\n',
    };
    const result = await build(files, ['make'], {}, { onOutput });
    expect(result).toMatchObject({ success: true });
    expect(result.diagnostics[0]).toMatchObject({
      severity: 'warning',
      fixits: [{ file: 'a.c', text: '#include <stdio.h>\n' }],
    });
    const log = await readFile(path.join(artifactDir, result.log?.path ?? ''), 'utf8');
    for (const read of [heard, log]) {
      expect(read).toContain("a.c:1:22: warning: implicit declaration of function 'puts'");
      expect(read).not.toContain('fix-it:');
    }
  });
});

describe('compiler errors', () => {
  const source = 'struct s { int count; };\nint f(struct s *p) {\n\treturn p->cuont + "é"[0] + zzz;\n}\n';

  it('come with the place in bytes and the fix-it, and the log stays as the compiler wrote it', async () => {
    const result = await build({ 'src/a.c': source, Makefile: `${ARM}all:\n\t$(CC) $(CFLAGS) -c src/a.c\n` });
    expect(result).toMatchObject({ success: false, exit_code: 2 });
    expect(errors(result)[0]).toEqual({
      severity: 'error',
      message: "'struct s' has no member named 'cuont'; did you mean 'count'?",
      origin: 'compiler',
      location: { file: 'src/a.c', line: 3, column: 12 },
      fixits: [
        { file: 'src/a.c', start: { line: 3, column: 12 }, end: { line: 3, column: 17 }, text: 'count' },
      ],
    });
    expect(errors(result)[1]?.location?.column).toBe(source.split('\n')[2] ? 30 : 0);
    const log = await readFile(path.join(artifactDir, result.log?.path ?? ''), 'utf8');
    expect(log).toContain('src/a.c:3:19: error:');
    expect(log).not.toContain('{"');
  });

  it('are heard once, and what asked for them again is cleared away', async () => {
    let heard = '';
    const onOutput = (text: string) => {
      heard += text;
    };
    const files = { 'a.c': source, Makefile: 'all:\n\t@echo compiling\n\t@gcc -c a.c\n' };
    await build(files, ['make'], {}, { onOutput });
    expect(heard.match(/^compiling$/gm)).toHaveLength(1);
    const left = await readdir(path.join(artifactDir, '.compilers'));
    expect(left.sort()).toEqual(['bin', 'launch', 'wrapper']);
  });

  it('are not asked for again where the build succeeds in spite of them: its artifacts stand', async () => {
    const makefile = 'all:\n\t@echo run >>runs\n\t-gcc -c a.c\n';
    const result = await build({ 'a.c': source, Makefile: makefile }, ['make'], { runs: 'runs' });
    expect(result).toMatchObject({ success: true, artifacts: [{ kind: 'runs', bytes: 'run\n'.length }] });
    expect(errors(result)[0]).toMatchObject({ location: { file: 'a.c', line: 3 } });
  });

  it('leave nothing half-written where the run that asks for them again is cut off', async () => {
    const half = path.join(dir, 'half.o');
    const script = [
      '#!/bin/sh',
      'if [ -e again ]; then echo half >half.o; sleep 60; fi',
      'touch again; gcc -c a.c',
    ];
    const controller = new AbortController();
    const done = build({ 'a.c': source, 'b.sh': `${script.join('\n')}\n` }, ['./b.sh'], {}, controller);
    while (!existsSync(half)) await new Promise(setImmediate);
    controller.abort();
    expect(await done).toMatchObject({ success: false, exit_code: 1 });
    expect(existsSync(half)).toBe(false);
  });

  it('name files from the top of the work tree when the recipe or make changes folders', async () => {
    const result = await build({
      'src/a.c': source,
      'lib/b.c': 'int g(void) { return yyy; }\n',
      'lib/Makefile': 'all:\n\tgcc -c b.c\n',
      Makefile: 'all:\n\t-cd src && gcc -c a.c\n\t$(MAKE) -C lib\n',
    });
    const files = errors(result)
      .filter((one) => one.origin === 'compiler')
      .map((one) => one.location?.file);
    expect(new Set(files)).toEqual(new Set(['src/a.c', 'lib/b.c']));
  });

  it('are told once each, whole, when many compilers run at the same time', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `f${i}`);
    const body = Array.from({ length: 40 }, (_, i) => `int g${i}(void) { return missing_${i}; }\n`).join('');
    const files = Object.fromEntries(names.map((name) => [`${name}.c`, body]));
    const objects = names.map((name) => `${name}.o`).join(' ');
    const result = await build({ ...files, Makefile: `CC = gcc\nall: ${objects}\n` }, ['make', '-k', '-j4']);
    expect(errors(result).filter((one) => one.message.includes('undeclared'))).toHaveLength(12 * 40);
  });

  it('are read from the text where the Makefile names the compiler by its path', async () => {
    const result = await build({
      'a.c': source,
      Makefile: 'all:\n\t/usr/bin/gcc -fdiagnostics-parseable-fixits -c a.c\n',
    });
    expect(errors(result)[0]).toMatchObject({
      location: { file: 'a.c', line: 3 },
      fixits: [{ text: 'count' }],
    });
  });

  it('offer the include that a warning asks for', async () => {
    const result = await build({
      'a.c': 'int f(void) { printf("x"); return 0; }\n',
      Makefile: 'all:\n\tgcc -Werror=implicit-function-declaration -c a.c\n',
    });
    const fixits = result.diagnostics.flatMap((one) => one.fixits);
    expect(fixits).toContainEqual(expect.objectContaining({ text: '#include <stdio.h>\n' }));
    expect(result.toolchain_missing).toBeUndefined();
  });

  it('are read in a second build too, by the compiler whose path the first one remembered', async () => {
    const makefile = 'all: cc.txt\n\t`cat cc.txt` -c src/a.c\ncc.txt:\n\tcommand -v gcc >cc.txt\n';
    const broken = await build({ 'src/a.c': source, Makefile: makefile });
    const again = await build({ 'src/a.c': source });
    for (const result of [broken, again])
      expect(errors(result)[0]).toMatchObject({ location: { file: 'src/a.c' }, fixits: [{ text: 'count' }] });
    const repaired = await build({ 'src/a.c': 'int f(void) { return 1; }\n' });
    expect(repaired).toMatchObject({ success: true });
  });

  it('are read in a folder whose name has quotes and blanks', async () => {
    dir = path.join(top, "it's a $tree");
    artifactDir = path.join(top, `the "art's`);
    await mkdir(dir);
    const result = await build({ 'a.c': source, Makefile: 'all:\n\tgcc -c a.c\n' });
    expect(errors(result)[0]?.fixits).toHaveLength(1);
  });

  it('of a build script in a shell are read too', async () => {
    const result = await build({ 'a.c': source, 'build.sh': '#!/bin/sh\nexec gcc -c a.c\n' }, ['./build.sh']);
    expect(errors(result)[0]?.fixits).toHaveLength(1);
  });
});

describe('link errors', () => {
  it('name the symbol and, where debug information tells, the line', async () => {
    const result = await build({
      'a.c': 'int foo(int);\nint twice = 1;\nint main(void) {\n  return foo(2);\n}\n',
      'b.c': 'int twice = 2;\n',
      Makefile: 'all:\n\tgcc -g a.c b.c -o x\n',
    });
    expect(errors(result)).toContainEqual(
      expect.objectContaining({ origin: 'linker', symbol: 'foo', location: { file: 'a.c', line: 4 } }),
    );
    expect(errors(result)).toContainEqual(expect.objectContaining({ origin: 'linker', symbol: 'twice' }));
    expect(result.toolchain_missing).toBeUndefined();
  });

  it('of a bare-metal link tell the region that is too small', async () => {
    const script = `MEMORY { FLASH (rx) : ORIGIN = 0, LENGTH = 64 }
SECTIONS { .text : { *(.text*) *(.rodata*) } > FLASH /DISCARD/ : { *(.ARM*) *(.comment) } }\n`;
    const result = await build({
      'a.c': 'const char big[500] = { 1 };\nint main(void) { return big[3]; }\n',
      'x.ld': script,
      Makefile: `${ARM}all:\n\t$(CC) $(CFLAGS) -nostdlib -e main -T x.ld a.c -o a.elf\n`,
    });
    const said = errors(result)
      .map((one) => one.message)
      .join('\n');
    expect(said).toMatch(/section `.text' will not fit in region `FLASH'/);
    expect(errors(result).every((one) => one.origin === 'linker')).toBe(true);
  });

  it('say which library is not there', async () => {
    const result = await build({
      'a.c': 'int main(void) { return 0; }\n',
      Makefile: 'all:\n\tgcc a.c -lnothere\n',
    });
    expect(errors(result)[0]).toMatchObject({
      origin: 'linker',
      message: expect.stringContaining('-lnothere'),
    });
  });
});

describe('what is missing', () => {
  it.each([
    ['a compiler in a recipe', { Makefile: 'all:\n\tarm-none-eabi-g77 -c a.c\n' }, 'arm-none-eabi-g77'],
    ['a compiler behind a shell', { Makefile: 'all:\n\tcd . && avr-gcc-none -c a.c\n' }, 'avr-gcc-none'],
    ['a spec file', { 'a.c': 'int x;\n', Makefile: 'all:\n\tgcc --specs=nano.specs -c a.c\n' }, 'nano.specs'],
  ])('%s is told as the tool to install', async (_, files, tool) => {
    const result = await build(files);
    expect(result).toMatchObject({ success: false, toolchain_missing: { tool } });
  });

  it('the build command itself is told with the way to install it', async () => {
    const result = await build({}, ['meson-not-here', 'compile']);
    expect(result).toMatchObject({ success: false, toolchain_missing: { tool: 'meson-not-here' } });
  });

  it('a tool that an error in the sources outweighs is not blamed', async () => {
    const result = await build({
      'a.c': 'int f(void) { return yyy; }\n',
      Makefile: 'V := $(shell nogit describe)\nall:\n\t-nolint a.c\n\tgcc -c a.c\n',
    });
    expect(result.success).toBe(false);
    expect(result.toolchain_missing).toBeUndefined();
  });

  it.each(['./gen.sh', 'tools/gen.sh'])(
    'a script of the repository (%s) is not a toolchain',
    async (script) => {
      const result = await build({ Makefile: `all:\n\t${script}\n` });
      expect(result.toolchain_missing).toBeUndefined();
      expect(errors(result)).not.toEqual([]);
    },
  );
});

describe('make errors', () => {
  it('are told with their place', async () => {
    const separator = await build({ Makefile: 'all:\n  gcc\n' });
    expect(errors(separator)[0]).toMatchObject({
      origin: 'make',
      message: expect.stringContaining('missing separator'),
      location: { file: 'Makefile', line: 2 },
    });
    const rule = await build({ Makefile: 'all: nothere.c\n' });
    expect(errors(rule)[0]?.message).toContain("No rule to make target 'nothere.c', needed by 'all'");
  });

  it('say which recipe failed only where nothing else explains it', async () => {
    const silent = await build({ Makefile: 'all:\n\t@exit 3\n' });
    expect(errors(silent)).toMatchObject([{ origin: 'make', message: 'all: Error 3' }]);
  });

  it('hold what the failing command printed last, a few lines without what acts on a terminal', async () => {
    const script = [
      'echo 1; echo 2; echo 3',
      "printf '\\033[31mbad table\\033[0m at line 7\\n\\n' >&2",
      'exit 1',
    ];
    const loud = await build({
      'gen.sh': `${script.join('\n')}\n`,
      Makefile: 'all:\n\t@$(MAKE) -s part\npart:\n\t@sh gen.sh\n',
    });
    expect(errors(loud).map(({ message }) => message)).toEqual([
      'part: Error 1; printed last: 2 · 3 · bad table at line 7',
      'all: Error 2',
    ]);
  });

  it('hold it for a build that is a script, too', async () => {
    const loud = await build({ 'b.sh': '#!/bin/sh\necho generating\necho bad table >&2\nexit 4\n' }, [
      './b.sh',
    ]);
    expect(errors(loud)).toMatchObject([
      { message: 'the build failed with exit code 4; printed last: generating · bad table' },
    ]);
  });

  it('hold nothing of it where a compiler says what is wrong', async () => {
    const result = await build({ 'a.c': 'int f(void) { return yyy; }\n', Makefile: 'all:\n\tgcc -c a.c\n' });
    expect(JSON.stringify(errors(result))).not.toContain('printed last');
  });
});

describe('a build that does not end well', () => {
  it('is ended at its time limit', async () => {
    const result = await build({ Makefile: 'all:\n\t@sleep 60\n' }, ['make'], {}, { timeoutSec: 0.5 });
    expect(result).toMatchObject({ success: false, timed_out: true });
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const options = { signal: controller.signal, onOutput: abort };
    const result = await build({ Makefile: 'all:\n\t@echo go; sleep 60\n' }, ['make'], {}, options);
    expect(result).toMatchObject({ success: false, timed_out: false, exit_code: null });
  });

  it('says which signal ended it, or SIGKILL a program in it', async () => {
    const direct = await build({ 'b.sh': '#!/bin/sh\nkill -TERM $$\n' }, ['./b.sh']);
    expect(direct).toMatchObject({ success: false, killed: { signal: 'SIGTERM', program: './b.sh' } });
    const recipe = await build({ Makefile: "app.elf:\n\t@sh -c 'kill -9 $$$$'\n" });
    expect(recipe).toMatchObject({ success: false, killed: { signal: 'SIGKILL', program: 'app.elf' } });
    const shell = await build({ Makefile: 'app.elf:\n\t@kill -9 $$$$\n' });
    expect(shell.killed).toEqual({ signal: 'SIGKILL', program: 'app.elf' });
    const said = 'gcc: fatal error: Killed signal terminated program cc1';
    const pass = await build({ Makefile: `app.elf:\n\t@echo '${said}' >&2; exit 1\n` });
    expect(pass.killed).toEqual({ signal: 'SIGKILL', program: 'cc1' });
  });

  it('is not called killed where it fails, runs out of time or goes on after a program was killed', async () => {
    expect((await build({ Makefile: 'all:\n\t@exit 3\n' })).killed).toBeUndefined();
    expect((await build({ Makefile: "all:\n\t-@sh -c 'kill -9 $$$$'\n" })).killed).toBeUndefined();
    const late = await build({ Makefile: 'all:\n\t@sleep 60\n' }, ['make'], {}, { timeoutSec: 0.3 });
    expect(late.killed).toBeUndefined();
  });

  it('is confined: it reaches nothing outside the work tree', async () => {
    await writeFile(path.join(top, 'secret'), 'secret');
    const result = await build({ Makefile: `all:\n\tcat ${top}/secret\n\techo x > ${top}/written\n` });
    expect(result.success).toBe(false);
    expect(await readdir(top)).not.toContain('written');
  });
});
