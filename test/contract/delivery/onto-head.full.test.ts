import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branchesOf, type Converged, converged, deliver, edgesOf } from '../../fixtures/delivery-scene.js';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { git } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';

let cli: CommandLine;
let server: Awaited<ReturnType<typeof faultyServer>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = await faultyServer();
});
afterAll(async () => {
  await server.close();
  cli.close();
});

const AGAIN = [
  'DONE user_message REFINING',
  'REFINING develop DEVELOPING',
  'DEVELOPING reply_ended REVIEWING',
  'REVIEWING no_issue LINTING',
  'LINTING lint_pass TESTING',
  'TESTING test_pass COMMITTING',
  'COMMITTING commit_success DONE',
];

/** The user commits on: what the run's work is in conflict with, or what it is not. */
function moveOn({ repo }: Converged, find: string, put: string): void {
  const file = path.join(repo, 'src', 'ring.c');
  writeFileSync(file, readFileSync(file, 'utf8').replace(find, put));
  git(repo, 'commit', '-q', '-a', '-m', 'mine');
}
const MISSPELT = '    ring->cuont++;';
const MINE = '    ring->cuont += 1;';
const MENDED = '    ring->count++;';

const deliveryOf = ({ home }: Converged): string => runIds(home).sort().at(-1) ?? '';
const tell = (scene: Converged, said: string): Promise<Ran> =>
  cli.run(['tell', deliveryOf(scene), said, '--approve', 'build,patch,flash,publish,send', '--json'], {
    ...{ home: scene.home, env: server.env },
  });
const replyOf = ({ lines }: Ran) => String(lines.find(({ event }) => event === 'reply_ended')?.reason);

describe('a delivery whose repository has moved on, told to bring the work onto HEAD', () => {
  it('without a model brings it there where it merges cleanly, tests it, and commits it once on top; a conflict leaves it', async () => {
    const scene = await converged(cli);
    writeFileSync(path.join(scene.repo, 'mine.txt'), 'unfinished\n');
    moveOn(scene, '#include "ring.h"', '/* A ring. */\n#include "ring.h"');
    const first = await deliver(cli, scene, '--approve', 'all');
    const run = deliveryOf(scene);
    const { committed } = first.lines.at(-1) as { committed?: { notes: string[]; branch: string } };
    expect(committed?.notes[1]).toContain(`benchloop tell ${run} "continue: bring it onto HEAD"`);
    const before = fingerprint(scene.repo);

    const end = await tell(scene, 'continue: bring it onto HEAD');
    expect(edgesOf(end), end.stderr).toEqual(AGAIN);
    const head = git(scene.repo, 'rev-parse', 'main').trim();
    expect(replyOf(end)).toContain(`onto ${head.slice(0, 12)}`);
    const report = end.lines.at(-1);
    expect(report).toMatchObject({
      ...{ outcome: 'committed', tests: [{ passed: 4, failed: [], problem: null }] },
      warnings: [expect.stringContaining('the work was brought from commit')],
      committed: { base: head, branch: `benchloop/${run}-2` },
    });
    expect(branchesOf(scene)).toEqual([`benchloop/${run}`, `benchloop/${run}-2`]);
    expect(git(scene.repo, 'rev-parse', `benchloop/${run}-2^`).trim()).toBe(head);
    expect(git(scene.repo, 'diff', '--name-only', 'main', `benchloop/${run}-2`).trim()).toBe('src/ring.c');
    expect(git(scene.repo, 'show', `benchloop/${run}-2:src/ring.c`)).toMatch(/A ring\..*ring->count\+\+/s);
    const after = fingerprint(scene.repo);
    const touched = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
    expect(touched.filter((name) => !/^\.git\/(objects|refs\/heads\/benchloop|logs)/.test(name))).toEqual([]);
    expect(git(scene.repo, 'status', '--porcelain').trim()).toBe('?? mine.txt');

    moveOn(scene, MISSPELT, MINE);
    const left = await tell(scene, '变基');
    expect(edgesOf(left), left.stderr).toEqual(AGAIN);
    const why = `the work stays on commit ${head.slice(0, 12)}: it conflicts with your commit`;
    expect(replyOf(left)).toContain(why);
    expect(left.lines.at(-1)).toMatchObject({
      ...{ outcome: 'committed', committed: { branch: `benchloop/${run}-2` } },
      warnings: [expect.stringMatching(`${why} .* in src/ring\\.c`)],
    });
    expect(branchesOf(scene)).toHaveLength(2);
    const cassette = path.join(scene.home, 'cassette.json');
    expect((await cli.run(['show', run, '--cassette', cassette], scene)).code).toBe(0);
    expect((await cli.run(['replay', cassette], scene)).code).toBe(0);
  }, 60_000);

  it('with a model has the session resolve the conflict, and lets no marker pass the review', async () => {
    const scene = await converged(cli);
    play();
    const how = ['deliver', scene.run, '--provider', 'openai', '--approve', 'build,publish,send', '--json'];
    const first = await cli.run(how, { home: scene.home, env: server.env });
    expect(first.code, first.stderr).toBe(0);
    moveOn(scene, MISSPELT, MINE);

    const end = await tell(scene, 'rebase it onto HEAD');
    expect(edgesOf(end), end.stderr).toEqual([
      ...AGAIN.slice(0, 3),
      'REVIEWING has_issue DEVELOPING',
      ...AGAIN.slice(2),
    ]);
    const found = end.lines.find(({ event }) => event === 'has_issue')?.reason;
    expect(String(found)).toContain(
      'function: src/ring.c: it holds conflict markers that nobody has resolved',
    );
    const [told, again, ...more] = end.lines.filter(({ event }) => event === 'USER_MESSAGE');
    expect(String(told?.reason)).toMatch(/hold conflict markers:.*src\/ring\.c.*benchloop\/repository/s);
    // one session for both
    expect([again?.node, more]).toEqual([told?.node, []]);
    const head = git(scene.repo, 'rev-parse', 'main');
    const branch = branchesOf(scene).at(-1) ?? '';
    expect(end.lines.at(-1)).toMatchObject({
      outcome: 'committed',
      committed: { branch, base: head.trim() },
    });
    expect(git(scene.repo, 'rev-parse', `${branch}^`)).toBe(head);
    const changed = git(scene.repo, 'diff', '-U0', 'main', branch)
      .split('\n')
      .filter((line) => /^[+-] /.test(line));
    expect(changed).toEqual([`-${MINE}`, `+${MENDED}`]);
  }, 60_000);
});

/** A reviewer who finds nothing, and an agent that leaves the markers at first and resolves them once it is told of them again. */
function play(): void {
  let isToldAgain = false;
  const find = `<<<<<<< benchloop/repository\n${MINE}\n=======\n${MENDED}\n>>>>>>> benchloop/work`;
  const call = { tool: 'apply_patch', args: { edits: [{ path: 'src/ring.c', find, replace: MENDED }] } };
  const step = { title: 'Resolve', intent: 'as asked', files: ['src/ring.c'], undo: 'undo' };
  const replies: Record<string, unknown> = {
    'delivery-review': { signal: 'no_issue', reason: 'clear', suggestion: '', confidence: 0.9, findings: [] },
    'delivery-commit-message': { subject: 'Count bytes right', body: '' },
    'session-intake': { constraints: [], questions: [] },
    'session-plan': { steps: [step], verification: { mode: 'none', commands: [] } },
    'session-summary': { words: 'Resolved.' },
  };
  server.play({
    reply: ({ judgement, tools, messages, body }) => {
      if (tools.length > 0) {
        if (isToldAgain && messages === 2) return { calls: [call] };
        return { text: JSON.stringify({ done: true, words: 'Done.' }) };
      }
      isToldAgain ||= judgement === 'session-intake' && body.includes('A review found');
      return { text: JSON.stringify(replies[judgement ?? '']) };
    },
  });
}
