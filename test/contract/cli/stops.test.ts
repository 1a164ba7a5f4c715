import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { bundleCommandLine, type CommandLine, processesOf } from '../../fixtures/loop/command-line.js';
import { ringProject, writeTask } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';
import { HANGING, HANGING_BUILD, isGone, running } from './hanging.js';

/** Real processes, since these are what a stop must leave none of; the other signals and targets are in the full tier. */
let cli: CommandLine;
let here: InProcess;
beforeAll(async () => {
  [cli, here] = [await bundleCommandLine(), await inProcess()];
});
afterAll(() => {
  cli.close();
  here.close();
});

const subjects = [
  { where: 'a test on this computer', parts: HANGING },
  { where: 'a build', parts: HANGING_BUILD },
];

describe('Ctrl-C', () => {
  it.each(subjects)('aborts $where safely, reports, and leaves no process', async ({ parts }) => {
    const { started, run, repo, before, home } = await running(cli, parts);
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
    const { started, run } = await running(cli, HANGING);
    // two of one kind, both at once, may arrive as one; one that comes late may find the process at its very end
    started.child.kill('SIGINT');
    started.child.kill('SIGTERM');
    const end = await started.ended;
    expect([end.code, end.lines.at(-1)?.final_status]).toEqual([3, 'ABORTED']);
    expect(end.stderr).toContain('forcing the stop');
    expect(await isGone(run)).toEqual([]);
  });
});

describe('another process', () => {
  it('cannot take up a run that is being driven, and can abort it', async () => {
    const { started, run, home } = await running(cli, HANGING);
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

  it('aborts a run that nobody drives: its next owner finds the request', async () => {
    const home = here.freshHome();
    const dir = `${home}-user`;
    mkdirSync(dir);
    ringProject(path.join(dir, 'fw'));
    const task = writeTask(path.join(dir, 'task.yaml'), './fw');
    const waiting = await here.run(['run', task, '--approve', 'none', '--json'], { home });
    const run = String(waiting.lines.at(-1)?.run);
    const asked = await here.run(['abort', run], { home });
    expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('when it is resumed')]);
    expect((await here.run(['abort', 'nobody'], { home })).code).toBe(2);
    const end = await here.run(['resume', run, '--json'], { home });
    expect([end.code, end.lines.at(-1)?.final_status]).toEqual([3, 'ABORTED']);
  });

  it('refuses to abort a run that has ended', async () => {
    const home = here.freshHome();
    const dir = `${home}-user`;
    mkdirSync(dir);
    ringProject(path.join(dir, 'fw'));
    const task = writeTask(path.join(dir, 'task.yaml'), './fw');
    const done = await here.run(['run', task, '--approve', 'all', '--json'], { home });
    const late = await here.run(['abort', String(done.lines.at(-1)?.run)], { home });
    expect([done.code, late.code, late.stderr]).toEqual([0, 2, expect.stringContaining('SUCCESS')]);
  });
});
