import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whyNotOpen } from '../../../electron/tools/offered.js';
import { OFFERED } from '../../../electron/tools/offered-tools.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';
import { type Edits, OFF_BY_ONE, TYPO } from '../../fixtures/loop/projects.js';
import { type Job, prepare } from '../loop/workshop.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

const ask = ({ home, dir, task }: Job, words: string, ...more: string[]): Promise<Ran> =>
  cli.run(['ask', words, '--task', task, '--approve', 'build', ...more], { home, cwd: dir });

it.each<[string, string, Edits, RegExp]>([
  ['a build that does not compile', 'build', TYPO, /build failed: src\/ring\.c:15: .*'cuont'/],
  ['a test run with a failing case', 'run the tests', OFF_BY_ONE, /failing cases: ring_refuses_when_full/],
])('%s blocks the turn and says why', async (_, words, edits, why) => {
  const at = prepare(cli, { edits });
  const { code, lines, stderr } = await ask(at, words, '--json');
  const [report] = lines.slice(-1);
  expect([code, report?.outcome], stderr).toEqual([1, 'BLOCKED']);
  expect(String(report?.reason)).toMatch(why);
  expect(report).toMatchObject({
    plan: { steps: [{ status: 'blocked' }] },
    calls: [{ status: 'ok', unmet: expect.stringMatching(why) }],
  });
  // the same for a person
  const told = await ask(at, words);
  expect(told.code).toBe(1);
  expect(told.stdout).toMatch(new RegExp(`^  1\\. \\w+: .*${why.source}`, 'm'));
  expect(told.stdout).toContain('have it repaired');
});

it('what follows a step that fell short is not done', async () => {
  const { lines } = await ask(prepare(cli, { edits: TYPO }), 'build, then list files', '--json');
  expect(lines.at(-1)).toMatchObject({
    plan: { steps: [{ status: 'blocked' }, { status: 'pending' }] },
    calls: [{ tool: 'build' }],
  });
});

it('a step that succeeds is done', async () => {
  const { code, lines } = await ask(prepare(cli, {}), 'build, then run the tests', '--json');
  expect([code, lines.at(-1)?.outcome]).toEqual([0, 'DONE']);
});

it.each(['list files', '列出文件'])(
  'without a repository "%s" says that none is open, and how one is named',
  async (words) => {
    const home = cli.freshHome();
    mkdirSync(`${home}-user`);
    const { code, stdout } = await cli.run(['ask', words], { home, cwd: `${home}-user` });
    expect(code).toBe(1);
    expect(stdout).toContain('no repository is open');
    expect(stdout).toMatch(/--repo DIR, or --task/);
  },
);

it('without a repository every tool of its files is refused in the same words', () => {
  const of = OFFERED.filter((offered) => whyNotOpen(offered, { repo: null }) !== null);
  expect(of.map(({ tool }) => tool.name).join(' ')).toBe(
    'read_file list_files search symbols history apply_patch write_file delete_file run_terminal_cmd',
  );
});
