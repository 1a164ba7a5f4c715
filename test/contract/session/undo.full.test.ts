import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { prepare } from '../loop/workshop.js';

let cli: InProcess;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  cli = await inProcess();
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  cli.close();
});

const ANSWERS: Readonly<Record<string, unknown>> = {
  'session-intake': { constraints: [], questions: [] },
  'session-plan': {
    steps: [{ title: 'Write notes', intent: 'two files', files: ['A.md', 'B.md'], undo: 'undo' }],
    verification: { mode: 'none', commands: [] },
  },
  'session-step': { done: true, words: 'Both are written.' },
  'session-summary': { words: 'Both are written.' },
};
const write = (path: string) => ({ calls: [{ tool: 'write_file', args: { path, content: `${path}\n` } }] });

it('undo says what it takes back, what there is not to take back, and which branch it leaves', async () => {
  const judgements: (string | null | undefined)[] = [];
  server.play({
    reply: ({ judgement, tools, messages }) => {
      judgements.push(judgement);
      if (tools.length > 0 && messages === 2) return write('src/a.h');
      if (tools.length > 0 && messages === 4) return write('src/b.h');
      return { text: JSON.stringify(ANSWERS[judgement ?? ''] ?? 'What?') };
    },
  });
  const at = prepare(cli, {});
  const cmd = (...args: string[]): Promise<Ran> =>
    cli.run(args, { home: at.home, cwd: at.dir, env: server.env });
  const branches = (): string =>
    execFileSync('git', ['branch', '--list', '--format=%(refname:short)'], {
      cwd: at.repo,
      encoding: 'utf8',
    });
  const approved = ['--approve', 'build,patch,send,publish,write'];
  const asked = await cmd('ask', 'Write two notes', '--task', at.task, '--provider', 'openai', ...approved);
  expect(asked.code, asked.stdout + asked.stderr).toBe(0);
  const run = runIds(at.home)[0] ?? '';
  const askedOfModel = judgements.length;
  expect(judgements).toContain('session-summary');
  const undo = (...call: string[]): Promise<Ran> => cmd('undo', run, ...call);
  const branch = `benchloop/${run}`;
  const leaves = expect.stringContaining(
    `branch ${branch} stays in your repository, which an undo does not change; to delete it: git -C ${at.repo} branch -D ${branch}\n`,
  );
  const refused = (ran: Ran, words: string): void =>
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining(words)]);

  refused(await undo('99'), `session ${run} has no call 99 — give one of these calls: 1, 2;`);
  const second = await undo('2');
  expect([second.code, second.stdout]).toEqual([0, leaves]);
  expect(second.stdout).toContain(
    "DONE: taken back; files that are still changed in the session's copy: src/a.h",
  );
  refused(await undo('2'), 'no file is changed by call 2, or by one after it, that could be taken back');
  const all = await undo();
  expect([all.code, all.stdout]).toEqual([0, leaves]);
  expect(all.stdout).toContain('DONE: taken back: no file is changed any more');
  refused(await undo(), 'there is nothing to undo: everything is taken back already');
  // a summary of an undo is computed: a server that is down holds none up
  expect(judgements).toHaveLength(askedOfModel);
  expect(branches().split('\n')).toEqual([branch, 'main', '']);
});
