import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundleCommandLine,
  type CommandLine,
  processesOf,
  runIds,
  type Started,
} from '../../fixtures/loop/command-line.js';
import { ON_QEMU, ringProject, targetProject, writeTask } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

interface Running {
  started: Started;
  home: string;
  run: string;
  repo: string;
  before: Record<string, string>;
}

const HANGING = {
  test: { command: ['sh', '-c', 'echo up; trap "" TERM INT HUP; sleep 1000'], timeoutSec: 600 },
};
const HANGING_BUILD = { build: { command: ['sh', '-c', 'trap "" TERM INT HUP; echo up; sleep 1000'] } };

/** Starts a run and waits until its program prints. */
async function running(parts: Record<string, unknown>, qemu = false): Promise<Running> {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(dir);
  const repo = qemu
    ? targetProject(path.join(dir, 'fw'), {
        'test/main.c': ['uart_init();', 'uart_init(); print("up\\r\\n"); for (;;) { }'],
      })
    : ringProject(path.join(dir, 'fw'));
  const task = writeTask(path.join(dir, 'task.yaml'), './fw', parts);
  const before = fingerprint(repo);
  const started = cli.start(['run', task, '--approve', 'all', '--json'], { home });
  // a UART sends byte by byte: the first may come alone
  await started.until('"text":"u');
  return { started, home, run: String(runIds(home)[0]), repo, before };
}

async function isGone(run: string): Promise<string[]> {
  const until = Date.now() + 60_000;
  while (processesOf(run).length > 0 && Date.now() < until) await delay(10);
  return processesOf(run);
}

const subjects = [
  { where: 'a test on this computer', begin: () => running(HANGING) },
  { where: 'a build', begin: () => running(HANGING_BUILD) },
  {
    where: 'a test on QEMU',
    begin: () =>
      running(
        { ...ON_QEMU, test: { ...(ON_QEMU.test as object), timeoutSec: 600 }, profile: 'qemu-lm3s6965evb' },
        true,
      ),
  },
];

describe('Ctrl-C', () => {
  it.each(subjects)('aborts $where safely, reports, and leaves no process', async ({ begin }) => {
    const { started, run, repo, before, home } = await begin();
    started.child.kill('SIGINT');
    const end = await started.ended;
    expect([end.code, end.lines.at(-1)]).toEqual([
      3,
      expect.objectContaining({
        type: 'report',
        final_status: 'ABORTED',
        abort_reason: 'stopped with Ctrl-C',
      }),
    ]);
    expect(end.stderr).toContain('once more forces it');
    expect(await isGone(run)).toEqual([]);
    expect(fingerprint(repo)).toEqual(before);
    expect((await cli.run(['resume', run], { home })).code).toBe(3);
  });

  it('forces the stop where another signal follows', async () => {
    const { started, run } = await running(HANGING);
    // two of one kind, both at once, may arrive as one; one that comes late may find the process at its very end
    started.child.kill('SIGINT');
    started.child.kill('SIGTERM');
    const end = await started.ended;
    expect([end.code, end.lines.at(-1)?.final_status]).toEqual([3, 'ABORTED']);
    expect(end.stderr).toContain('forcing the stop');
    expect(await isGone(run)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('is no other than %s', async (signal) => {
    const { started, run } = await running(HANGING);
    started.child.kill(signal);
    const end = await started.ended;
    expect([end.code, end.lines.at(-1)?.abort_reason]).toEqual([3, `stopped by ${signal}`]);
    expect(await isGone(run)).toEqual([]);
  });
});

describe('another process', () => {
  it('cannot take up a run that is being driven, and can abort it', async () => {
    const { started, run, home } = await running(HANGING);
    const second = await cli.run(['resume', run, '--json'], { home });
    expect([second.code, second.lines.at(-1)?.code]).toEqual([2, 'RUN_OWNED']);
    expect(second.stderr).toContain(String(started.child.pid));
    expect(processesOf(run), 'the run goes on').not.toEqual([]);
    const asked = await cli.run(['abort', run], { home });
    expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('next safe point')]);
    const end = await started.ended;
    expect([end.code, end.lines.at(-1)]).toEqual([
      3,
      expect.objectContaining({ final_status: 'ABORTED', abort_reason: 'aborted from the command line' }),
    ]);
    expect(await isGone(run)).toEqual([]);
  });

  it('cannot either from a container that does not see the one that drives it', async () => {
    const { started, run, home } = await running(HANGING);
    const under = ['bwrap', '--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--die-with-parent'];
    const second = await cli.run(['resume', run, '--json'], { home, under });
    expect([second.code, second.lines.at(-1)?.code]).toEqual([2, 'RUN_OWNED']);
    expect(second.stderr).toContain('another container');
    expect((await cli.run(['runs'], { home, under })).stdout).not.toContain('interrupted');
    expect(processesOf(run), 'the run goes on').not.toEqual([]);
    expect((await cli.run(['abort', run], { home, under })).stderr).toContain('next safe point');
    expect((await started.ended).code).toBe(3);
    expect(await isGone(run)).toEqual([]);
  });

  it('aborts a run that nobody drives: its next owner finds the request', async () => {
    const home = cli.freshHome();
    const dir = `${home}-user`;
    mkdirSync(dir);
    ringProject(path.join(dir, 'fw'));
    const task = writeTask(path.join(dir, 'task.yaml'), './fw');
    const waiting = await cli.run(['run', task, '--approve', 'none', '--json'], { home });
    const run = String(waiting.lines.at(-1)?.run);
    const asked = await cli.run(['abort', run], { home });
    expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('when it is resumed')]);
    expect((await cli.run(['abort', 'nobody'], { home })).code).toBe(2);
    const end = await cli.run(['resume', run, '--json'], { home });
    expect([end.code, end.lines.at(-1)?.final_status]).toEqual([3, 'ABORTED']);
  });

  it('sees that a run was interrupted, and how to go on with it', async () => {
    const { started, run, home } = await running(HANGING);
    const place = async (): Promise<string> => (await cli.run(['runs'], { home })).stdout;
    expect(await place()).not.toContain('interrupted');
    started.child.kill('SIGKILL');
    await started.ended;
    expect(await place()).toContain(`interrupted; to go on: benchloop resume ${run}`);
    const unnamed = await cli.run(['resume', '--approve', 'all'], { home });
    expect([unnamed.code, unnamed.stderr]).toEqual([4, expect.stringContaining('benchloop resume --yes')]);
    expect((await cli.run(['abort', run], { home })).code).toBe(0);
    const end = await cli.run(['resume', '--yes', '--json'], { home });
    expect([end.code, end.lines.at(-1)?.final_status]).toEqual([3, 'ABORTED']);
    expect(await isGone(run)).toEqual([]);
  });

  it('refuses to abort a run that has ended', async () => {
    const home = cli.freshHome();
    const dir = `${home}-user`;
    mkdirSync(dir);
    ringProject(path.join(dir, 'fw'));
    const task = writeTask(path.join(dir, 'task.yaml'), './fw');
    const done = await cli.run(['run', task, '--approve', 'all', '--json'], { home });
    const late = await cli.run(['abort', String(done.lines.at(-1)?.run)], { home });
    expect([done.code, late.code, late.stderr]).toEqual([0, 2, expect.stringContaining('SUCCESS')]);
  });
});
