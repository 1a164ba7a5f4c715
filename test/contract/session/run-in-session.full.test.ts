import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';
import { git, TYPO } from '../../fixtures/loop/projects.js';
import { type Job, prepare } from '../loop/workshop.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

const cmd = ({ home, dir }: Job, ...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
const branches = ({ repo }: Job): string[] =>
  git(repo, 'branch', '--format=%(refname:short)').trim().split('\n');
const gatesOf = ({ lines }: Ran) => lines.filter((line) => line.type === 'gate' && line.answer === null);

it('a run that a session begins repairs the copy that the session goes on with, and `all` publishes nothing of either', async () => {
  const at = prepare(cli, { edits: TYPO });
  const ask = ['ask', 'repair it and run the tests', '--task', at.task, '--json'];
  const begun = await cmd(at, ...ask, '--approve', 'all');
  expect(begun.code, begun.stderr).toBe(4);
  // one question, of the session: its copy has what the run changed
  expect(gatesOf(begun).map(({ scope, node, run }) => [scope, node, run])).toEqual([
    ['publish', 'main', begun.lines[0]?.run],
  ]);
  expect(branches(at)).toEqual(['main']);

  const run = String(begun.lines[0]?.run);
  const again = await cmd(at, 'resume', run, '--approve', 'all', '--json');
  expect([again.code, branches(at)]).toEqual([4, ['main']]);

  const end = await cmd(at, 'resume', run, '--approve', 'publish', '--json');
  expect(end.code, end.stderr).toBe(0);
  expect(end.lines.at(-1)).toMatchObject({
    outcome: 'DONE',
    calls: [
      { tool: 'run_loop', status: 'ok' },
      { tool: 'apply_patch', status: 'ok' },
      { tool: 'run_test', status: 'ok' },
    ],
    summary: { files_changed: ['src/ring.c'] },
  });
  expect(branches(at)).toEqual([`benchloop/${run}`, 'main']);
  // its commit says what the run changed, and why
  const message = git(at.repo, 'log', '-1', '--format=%B', `benchloop/${run}`);
  expect(message).toMatch(/^compiler fix-it in src\/ring\.c:15/);
  expect(message).toMatch(
    new RegExp(`^Benchloop run ${run}-main-call-1, iteration 1\nBenchloop session ${run}, turn 1$`, 'm'),
  );

  // what the run came to is told in words, and the run itself cannot be spoken to
  const told = await cmd(at, 'ask', `explain run ${run}-main-call-1`);
  expect(told.stdout).toContain('     It ended SUCCESS (PLAUSIBLE)\n     Why: every target case passes');
  expect(told.stdout).toContain('Its patch changes src/ring.c');
  expect((await cmd(at, 'tell', `${run}-main-call-1`, 'hello')).stderr).toContain('works without listening');
  expect((await cmd(at, 'undo', `${run}-main-call-1`)).stderr).toContain('only what a session changed');
  expect((await cmd(at, 'coordinate', '--follow-up', run, 'hello')).stderr).toContain('a follow-up goes to');
  expect((await cmd(at, 'deliver', run)).stderr).toContain('only the work of a run of a task');

  const undone = await cmd(at, 'undo', run, '2', '--json');
  expect(undone.lines.at(-1)).toMatchObject({ patch: null });
});

it('the run of a session that is resumed with `all` builds and patches with it, and nothing leaves this computer', async () => {
  const at = prepare(cli, { edits: TYPO });
  const begun = await cmd(at, 'ask', 'repair it and run the tests', '--task', at.task, '--json');
  expect(begun.code, begun.stderr).toBe(4);
  const run = String(begun.lines[0]?.run);
  expect(gatesOf(begun).map(({ scope, run: of }) => [scope, of])).toEqual([['build', `${run}-main-call-1`]]);
  const on = await cmd(at, 'resume', run, '--approve', 'all', '--json');
  expect([on.code, branches(at)], on.stderr).toEqual([4, ['main']]);
  expect(gatesOf(on).map(({ scope, run: of }) => [scope, of])).toEqual([['publish', run]]);
});

it('a run that a person starts with `all` publishes, as before', async () => {
  const at = prepare(cli, { edits: TYPO });
  const ran = await cmd(at, 'run', at.task, '--approve', 'all', '--json');
  expect(ran.code, ran.stderr).toBe(0);
  expect(branches(at)).toHaveLength(2);
});
