import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../../../electron/bench/process/children.js';
import type { ConfinementKind } from '../../../../electron/bench/process/confine.js';
import { createExec } from '../../../../electron/bench/process/exec.js';
import { searchFolders } from '../../../../electron/bench/process/search-path.js';
import type { ExecRequest } from '../../../../shared/process.js';
import { killOperation, operationsRunning } from '../../../fixtures/operations.js';
import { rememberChildren } from './children-list.js';

/** In no other test's name, whatever the numbers of their processes are. */
const OPERATION = `exec-${process.pid}-op`;

let cwd: string;
const children = rememberChildren();

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'bl-exec-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const confinements: ConfinementKind[] = ['none', 'bubblewrap'];

describe.each(confinements)('a program under confinement "%s"', (confinement) => {
  const exec = createExec({ children: children.registry, confinement });
  const run = (argv: string[], more: Partial<ExecRequest> = {}) =>
    exec({ argv, cwd, timeoutMs: 120_000, operation: OPERATION, confine: { writable: [cwd] }, ...more });
  const script = (text: string, mode = 0o755) => {
    writeFileSync(join(cwd, 'program'), text, { mode });
    chmodSync(join(cwd, 'program'), mode);
    return './program';
  };

  it('gives its exit code and both streams as raw bytes', async () => {
    const result = await run(['sh', '-c', 'printf "a\\377b"; printf err >&2; exit 3']);
    expect(result).toMatchObject({ ended: 'exit', exitCode: 3, signal: null });
    expect([...result.stdout]).toEqual([0x61, 0xff, 0x62]);
    expect(Buffer.from(result.stderr).toString()).toBe('err');
  });

  it('keeps the order of both streams where they are merged', async () => {
    const text = 'for i in 1 2 3 4 5 6 7 8 9; do echo o$i; echo e$i >&2; done';
    const result = await run(['sh', '-c', text], { mergeOutput: true });
    const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((i) => [`o${i}`, `e${i}`]);
    expect(Buffer.from(result.stdout).toString().trim().split('\n')).toEqual(expected);
    expect(result.stderr).toHaveLength(0);
  });

  it('tells a signal from an exit', async () => {
    expect(await run(['sh', '-c', 'kill -SEGV $$'])).toMatchObject({
      ended: 'signal',
      exitCode: null,
      signal: 'SIGSEGV',
    });
  });

  it('says that a tool is not there, wherever it was looked for', async () => {
    expect(await run(['no-such-tool-anywhere'])).toMatchObject({ ended: 'not-found', exitCode: null });
    expect(await run(['./no-such-script'])).toMatchObject({ ended: 'not-found' });
    expect(await run([script('#!/no/such/interpreter\n')])).toMatchObject({ ended: 'not-found' });
  });

  it('does not take a program that exits with 1 for a missing one', async () => {
    const text = 'echo "bwrap: execvp x: No such file or directory" >&2; exit 1';
    expect(await run(['sh', '-c', text])).toMatchObject({ ended: 'exit', exitCode: 1 });
  });

  it('says that a file is not executable', async () => {
    expect(await run([script('echo\n', 0o644)])).toMatchObject({ ended: 'not-executable' });
    expect(await run(['./'])).toMatchObject({ ended: 'not-executable' });
  });

  it('takes shell text in arguments as plain text', async () => {
    const result = await run(['printf', '%s|', '$(touch x)', ';', '`id`', 'a b', '']);
    expect(Buffer.from(result.stdout).toString()).toBe('$(touch x)|;|`id`|a b||');
  });

  it('ends the whole tree at the time limit, refused TERM and all', async () => {
    const text = 'trap "" TERM; (trap "" TERM; while :; do sleep 1; done) & while :; do sleep 1; done';
    const result = await run(['sh', '-c', text], { timeoutMs: 100 });
    expect(result).toMatchObject({ ended: 'timeout', exitCode: null });
    expect(operationsRunning(OPERATION)).toEqual([]);
  });

  it('ends the whole tree when aborted, and does not start after an abort', async () => {
    const abort = new AbortController();
    const running = run(['sh', '-c', 'echo up; sleep 100 & sleep 100'], {
      signal: abort.signal,
      onOutput: () => abort.abort(),
    });
    expect(await running).toMatchObject({ ended: 'aborted' });
    expect(operationsRunning(OPERATION)).toEqual([]);
    expect(await run(['sh', '-c', 'touch started'], { signal: abort.signal })).toMatchObject({
      ended: 'aborted',
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('ends endless output at the limit and keeps just so much', async () => {
    const result = await run(['yes'], { maxOutputBytes: 100_001 });
    expect(result.ended).toBe('output-limit');
    expect(result.stdout).toHaveLength(100_001);
  });

  it('leaves no background process after a normal exit', async () => {
    expect(await run(['sh', '-c', 'sleep 100 & exit 0'])).toMatchObject({ ended: 'exit', exitCode: 0 });
    expect(operationsRunning(OPERATION)).toEqual([]);
  });

  it.each([true, false])(
    'does not wait for what left its process group and holds its output (merged: %j)',
    async (mergeOutput) => {
      const left = await run(['sh', '-c', 'setsid sleep 10000 & exit 0'], { mergeOutput });
      killOperation(OPERATION);
      expect(left).toMatchObject({ ended: 'exit', exitCode: 0 });
    },
  );

  it('records the child while it lives, with its start time', async () => {
    children.started.length = 0;
    children.ended.length = 0;
    const alive: boolean[] = [];
    const seen = new AbortController();
    const onOutput = () => {
      const child = children.started[0];
      if (child) alive.push(isAlive(child.pid, child.startTime));
      seen.abort();
    };
    await run(['sh', '-c', 'echo x; sleep 1000'], { onOutput, signal: seen.signal });
    expect(alive).toEqual([true]);
    expect(children.started).toMatchObject([{ operation: OPERATION }]);
    expect(children.ended).toEqual(children.started.map((child) => child.pid));
  });

  it('sets the locale, the path and what the request asks for, and nothing else of ours', async () => {
    process.env.BENCHLOOP_TEST_SECRET = 'secret';
    const result = await run(['env'], { env: { EXTRA: 'yes' } });
    delete process.env.BENCHLOOP_TEST_SECRET;
    const text = Buffer.from(result.stdout).toString();
    expect(text).toContain('LANG=C.UTF-8\n');
    expect(text).toContain('HOME=/nonexistent\n');
    expect(text).toContain('EXTRA=yes\n');
    expect(text).toContain(`BENCHLOOP_OPERATION=${OPERATION}\n`);
    expect(text).not.toContain('secret');
  });

  it('rejects where the folder to work in is gone', async () => {
    await expect(run(['true'], { cwd: join(cwd, 'gone') })).rejects.toThrow(/gone/);
  });
});

describe('a confined program', () => {
  const exec = createExec({ children: children.registry, confinement: 'bubblewrap' });
  const shell = async (text: string, confine = { writable: [cwd], readable: [] as string[] }) => {
    const result = await exec({
      argv: ['sh', '-c', text],
      cwd,
      timeoutMs: 120_000,
      operation: 'op-2',
      confine,
    });
    return { code: result.exitCode, out: Buffer.from(result.stdout).toString() };
  };

  it('writes where it may, and nowhere else', async () => {
    const other = mkdtempSync(join(tmpdir(), 'bl-other-'));
    expect((await shell('echo x > here')).code).toBe(0);
    expect(readFileSync(join(cwd, 'here'), 'utf8')).toBe('x\n');
    expect((await shell(`echo x > ${other}/there`)).code).not.toBe(0);
    expect((await shell('echo x > /usr/there')).code).not.toBe(0);
    expect((await shell(`echo x > ${other}/f`, { writable: [cwd], readable: [other] })).code).not.toBe(0);
    expect((await shell('echo x > /tmp/private && cat /tmp/private')).out).toBe('x\n');
    expect(readdirSync(other)).toEqual([]);
    rmSync(other, { recursive: true });
  });

  it('writes neither in a read-only folder inside a writable one, nor in its repository', async () => {
    for (const folder of ['.git/hooks', 'vendor', 'vendor/cache'])
      mkdirSync(join(cwd, folder), { recursive: true });
    const confine = { writable: [join(cwd, 'vendor/cache'), cwd], readable: [join(cwd, 'vendor')] };
    const codes = await Promise.all(
      ['ok', 'vendor/x', 'vendor/cache/x', '.git/config', '.git/hooks/pre-commit'].map(
        async (path) => (await shell(`echo x > ${path}`, confine)).code === 0,
      ),
    );
    expect(codes).toEqual([true, false, true, false, false]);
    expect((await shell('mv .git gone || rm -r .git', confine)).code).not.toBe(0);
    expect(readdirSync(join(cwd, '.git'))).toEqual(['hooks']);
  });

  it('runs where a build has put a link in the place of a repository, and sees nothing through it', async () => {
    const other = mkdtempSync(join(tmpdir(), 'bl-other-'));
    symlinkSync(other, join(cwd, '.git'));
    expect(await shell('test -e .git/ || echo nothing')).toEqual({ code: 0, out: 'nothing\n' });
    rmSync(other, { recursive: true });
  });

  it('sees no home, no network, no other process, no account', async () => {
    const onPath = searchFolders().map((folder) => folder.split(sep));
    for (const home of new Set([homedir(), userInfo().homedir])) {
      const seen = (await shell(`ls -A ${home} 2>/dev/null`)).out.split('\n').filter((name) => name !== '');
      // folders of toolchains alone, which PATH names
      const depth = home.split(sep).length;
      expect(seen.filter((name) => !onPath.some((parts) => parts[depth] === name))).toEqual([]);
    }
    for (const hidden of ['/sys', '/etc/shadow'])
      expect([hidden, (await shell(`test -e ${hidden}`)).code]).toEqual([hidden, 1]);
    expect((await shell('cat /proc/net/dev | tail -n +3 | cut -d: -f1')).out.trim()).toBe('lo');
    expect((await shell('ls -d /proc/[0-9]* | wc -l')).out.trim()).toMatch(/^[1-6]$/);
    expect((await shell('cat /etc/passwd')).out).toBe('bench:x:1000:1000::/nonexistent:/bin/false\n');
  });

  it('finds the toolchains: a compiler links a program that runs', async () => {
    writeFileSync(join(cwd, 'a.c'), '#include <stdio.h>\nint main(void){puts(__DATE__);return 0;}\n');
    writeFileSync(join(cwd, 'b.c'), 'int answer(void) { return 42; }\n');
    expect(await shell('gcc a.c -o a && ./a')).toEqual({ code: 0, out: 'Jan  1 1980\n' });
    expect((await shell('arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -c b.c -o b.o')).code).toBe(0);
  });

  it('rejects where a folder to bind is gone, rather than call the program missing', async () => {
    await expect(shell('true', { writable: [join(cwd, 'gone')], readable: [] })).rejects.toThrow(
      /confinement/,
    );
  });
});

describe('what ends a confined program', () => {
  it('leaves no zombie of bubblewrap behind, even where process 1 reaps nobody', async () => {
    const abort = new AbortController();
    const inner: number[] = [];
    const registry = { ...children.registry };
    let outer = 0;
    const started: typeof registry.started = (child) => {
      outer = child.pid;
      registry.started(child);
    };
    const exec = createExec({ children: { ...registry, started }, confinement: 'bubblewrap' });
    const result = await exec({
      argv: ['sh', '-c', 'trap "" TERM; echo up; sleep 100'],
      ...{
        cwd,
        timeoutMs: 120_000,
        operation: 'op-zombie',
        confine: { writable: [cwd] },
        signal: abort.signal,
      },
      onOutput: () => {
        const pids = readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').trim().split(' ');
        inner.push(...pids.map(Number));
        abort.abort();
      },
    });
    expect(result).toMatchObject({ ended: 'aborted', exitCode: null });
    expect(inner).toHaveLength(1);
    expect(existsSync(`/proc/${inner[0]}`)).toBe(false);
  });
});
