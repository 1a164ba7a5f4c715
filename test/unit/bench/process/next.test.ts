import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExec } from '../../../../electron/bench/process/exec.js';
import { createNextRuns, MAX_WAITING, type NextRuns } from '../../../../electron/bench/process/next.js';
import type { Exec, ExecRequest } from '../../../../shared/process.js';
import { killOperation, operationsRunning } from '../../../fixtures/operations.js';
import { rememberChildren } from './children-list.js';

/** In no other test's name, whatever the numbers of their processes are. */
const OPERATION = `next-${process.pid}`;
const WAITING = `${OPERATION}.1.next`;

let cwd: string;
let next: NextRuns;
let exec: Exec;
const children = rememberChildren();

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'bl-next-'));
  next = createNextRuns();
  exec = createExec({ children: children.registry, confinement: 'bubblewrap', next });
  children.started.length = 0;
});
afterEach(async () => {
  await next.close();
  rmSync(cwd, { recursive: true, force: true });
});

async function run(number: number, text: string, more: Partial<ExecRequest> = {}) {
  const result = await exec({
    argv: ['sh', '-c', text, 'name', 'a  b'],
    ...{ cwd, timeoutMs: 120_000, operation: `${OPERATION}.${number}`, repeats: true },
    confine: { writable: [cwd] },
    mergeOutput: true,
    ...more,
  });
  return { ...result, out: Buffer.from(result.stdout).toString() };
}

/** Whether the last run went into what had been waiting before it: nothing else ends that. */
const wentInto = (waiting: readonly string[]): boolean => {
  const left = operationsRunning(WAITING);
  expect(waiting).not.toEqual([]);
  return !waiting.some((pid) => left.includes(pid));
};

/** Pids of what waits, once it is finished: bubblewrap's two processes and the shell. Half set up, it fails by itself where its folder goes. */
async function allSetUp(): Promise<string[]> {
  await expect.poll(() => operationsRunning(WAITING).length, { timeout: 30_000 }).toBe(3);
  return operationsRunning(WAITING);
}

describe('the next run of a program that repeats', () => {
  it('goes into the confinement that was set up during the one before', async () => {
    await run(1, 'echo hello');
    const waiting = operationsRunning(WAITING);
    expect(await run(2, 'echo hello')).toMatchObject({ ended: 'exit', exitCode: 0, out: 'hello\n' });
    expect(wentInto(waiting)).toBe(true);
  });

  it('is recorded as its own operation', async () => {
    const text = 'test -e late && sleep 1000 || touch late';
    await run(1, text);
    await run(2, text, { timeoutMs: 100 });
    expect(children.started.at(-1)?.operation).toBe(`${OPERATION}.2`);
    expect(children.ended).toContain(children.started.at(-1)?.pid);
  });

  it('is as the first one: arguments, environment, folder, input, output in its order', async () => {
    const text =
      'printf "%s|" "$@"; env | sed s/_OPERATION=.*//; pwd; wc -c; ls /proc/self/fd | wc -l; echo err >&2; echo out; exit 3';
    const first = await run(1, text);
    const waiting = operationsRunning(WAITING);
    const second = await run(2, text);
    expect(wentInto(waiting)).toBe(true);
    expect(second.out).toBe(first.out);
    expect(second.out).toMatch(/^a {2}b\|.*\n0\n.*err\nout\n$/s);
    expect([first.exitCode, second.exitCode]).toEqual([3, 3]);
  });

  it('bears the name of its own operation', async () => {
    await run(1, 'echo $BENCHLOOP_OPERATION');
    expect((await run(2, 'echo $BENCHLOOP_OPERATION')).out).toBe(`${OPERATION}.2\n`);
  });

  it('sees what was written while it waited', async () => {
    writeFileSync(join(cwd, 'file'), 'old');
    await run(1, 'cat file');
    rmSync(join(cwd, 'file'));
    writeFileSync(join(cwd, 'file'), 'new');
    expect((await run(2, 'cat file')).out).toBe('new');
  });

  it('tells a signal, and is ended at its time limit with all that it started', async () => {
    await run(1, 'kill -SEGV $$');
    expect(await run(2, 'kill -SEGV $$')).toMatchObject({ ended: 'signal', signal: 'SIGSEGV' });
    await run(3, 'test -e late && { sleep 1000 & sleep 1000; } || touch late');
    const stuck = await run(4, 'test -e late && { sleep 1000 & sleep 1000; } || touch late', {
      timeoutMs: 100,
    });
    expect(stuck).toMatchObject({ ended: 'timeout', exitCode: null });
    await next.close();
    expect(operationsRunning(OPERATION)).toEqual([]);
  });
});

describe('a program that cannot be started', () => {
  it.each([
    ['not-found', '#!/no/such/interpreter\n'],
    ['not-executable', '\u007fELF, but no more'],
  ])('is told as such, waited for or not: %s', async (ended, text) => {
    writeFileSync(join(cwd, 'program'), '#!/bin/sh\n', { mode: 0o755 });
    await run(1, '', { argv: ['./program'] });
    const waiting = operationsRunning(WAITING);
    writeFileSync(join(cwd, 'program'), text);
    expect(await run(2, '', { argv: ['./program'] })).toMatchObject({ ended, exitCode: null });
    expect(wentInto(waiting)).toBe(true);
  });

  it('is not what one says that was started at once', async () => {
    const words = 'echo "start-program: 1: exec: x: not found"; exit 127';
    expect(await run(1, words)).toMatchObject({ ended: 'exit', exitCode: 127 });
  });

  it('is not what a program says that was started', async () => {
    const text = 'echo; echo "start-program: 1: exec: x: not found"; exit 127';
    for (const number of [1, 2])
      expect(await run(number, text)).toMatchObject({ ended: 'exit', exitCode: 127 });
  });
});

describe('what waits is not used', () => {
  it('where its folder was removed and made anew', async () => {
    await run(1, 'ls');
    const waiting = await allSetUp();
    rmSync(cwd, { recursive: true });
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'here'), '');
    expect((await run(2, 'ls')).out).toBe('here\n');
    expect(wentInto(waiting)).toBe(false);
  });

  it('where a repository has come that must not be written to', async () => {
    await run(1, 'echo x > .git/config');
    mkdirSync(join(cwd, '.git'));
    expect((await run(2, 'echo x > .git/config')).exitCode).not.toBe(0);
    expect(readdirSync(join(cwd, '.git'))).toEqual([]);
  });

  it('for another program, another environment or an output that is not merged', async () => {
    await run(1, 'echo a');
    const waiting = await allSetUp();
    for (const other of [{ argv: ['echo', 'b'] }, { env: { X: '1' } }, { mergeOutput: false }]) {
      expect((await run(2, 'echo a', other)).exitCode).toBe(0);
      expect(wentInto(waiting)).toBe(false);
    }
  });

  it('where it has died meanwhile', async () => {
    await run(1, 'echo alive');
    killOperation(WAITING);
    await expect.poll(() => operationsRunning(WAITING)).toEqual([]);
    expect(await run(2, 'echo alive')).toMatchObject({ exitCode: 0, out: 'alive\n' });
  });
});

describe('what waits', () => {
  it('is not set up where a shell would change what the program is given', async () => {
    for (const number of [1, 2]) {
      const env = { 'CC_thumbv7em-none-eabi': 'gcc', IFS: ':' };
      const { out } = await run(number, '', { argv: ['env'], env });
      expect(out).toContain('CC_thumbv7em-none-eabi=gcc\n');
      expect(out).toContain('IFS=:\n');
    }
    expect(operationsRunning(OPERATION)).toEqual([]);
  });

  it('is not set up for what does not repeat, nor after the close', async () => {
    await run(1, 'true', { repeats: false });
    await next.close();
    await run(2, 'true');
    expect(operationsRunning(OPERATION)).toEqual([]);
  });

  it('leaves no file open that it had, ended or dead', async () => {
    // what readdir itself had open is gone when its link is read
    const open = () => {
      const links = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`);
      return links.filter(
        (link) => lstatSync(link, { throwIfNoEntry: false }) && readlinkSync(link).endsWith('(deleted)'),
      ).length;
    };
    const before = open();
    await run(1, 'true');
    killOperation(WAITING);
    await expect.poll(() => operationsRunning(WAITING)).toEqual([]);
    await run(2, 'true');
    await next.close();
    expect(open()).toBe(before);
  });

  it('is not used where what must not be written to was replaced, whatever number its file has', async () => {
    for (let number = 1; number < 7; number++) {
      rmSync(join(cwd, '.git'), { force: true });
      writeFileSync(join(cwd, '.git'), '');
      expect((await run(number, 'echo x > .git')).exitCode).not.toBe(0);
    }
  });

  it('is ended unrun by the close', async () => {
    await run(1, 'echo x >> runs');
    await next.close();
    expect(operationsRunning(OPERATION)).toEqual([]);
    expect(readdirSync(cwd)).toEqual(['runs']);
  });

  it('is waited for by the close, also where it does not hear of it and its owner has nothing else to do', () => {
    const entry = fileURLToPath(new URL('./closing.ts', import.meta.url));
    const program = join(cwd, 'closing.cjs');
    buildSync({ bundle: true, platform: 'node', format: 'cjs', entryPoints: [entry], outfile: program });
    const owner = spawnSync(process.execPath, [program, cwd, `${OPERATION}.close`], { encoding: 'utf8' });
    expect([owner.stderr, owner.status]).toEqual(['', 0]);
    expect(owner.stdout).toMatch(/^ended [1-9]\d*, left 0\n$/);
  });

  it('is limited in number: the oldest is ended', async () => {
    const numbers = Array.from({ length: MAX_WAITING + 2 }, (_, i) => i);
    for (const i of numbers) await run(i, `echo ${i}`);
    const waiting = () => numbers.filter((i) => operationsRunning(`${OPERATION}.${i}.next`).length > 0);
    await expect.poll(waiting).toEqual(numbers.slice(2));
  });
});
