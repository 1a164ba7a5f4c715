import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, processesOf } from '../../fixtures/loop/command-line.js';
import { ON_QEMU } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';
import { HANGING, isGone, running } from './hanging.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

const QEMU = {
  ...{ ...ON_QEMU, profile: 'qemu-lm3s6965evb' },
  test: { ...(ON_QEMU.test as object), timeoutSec: 600 },
};

describe('Ctrl-C', () => {
  it('aborts a test on QEMU safely, reports, and leaves no process', async () => {
    const { started, run, repo, before, home } = await running(cli, QEMU, true);
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

  it.each(['SIGTERM', 'SIGHUP'] as const)('is no other than %s', async (signal) => {
    const { started, run } = await running(cli, HANGING);
    started.child.kill(signal);
    const end = await started.ended;
    expect([end.code, end.lines.at(-1)?.abort_reason]).toEqual([3, `stopped by ${signal}`]);
    expect(await isGone(run)).toEqual([]);
  });
});

describe('another process', () => {
  it('cannot take up a run from a container that does not see the process that drives it', async () => {
    const { started, run, home } = await running(cli, HANGING);
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

  it('sees that a run was interrupted, and how to go on with it', async () => {
    const { started, run, home } = await running(cli, HANGING);
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
});
