import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branchesOf, type Converged, converged, edgesOf } from '../../fixtures/delivery-scene.js';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { bundleCommandLine, type CommandLine, type Ran } from '../../fixtures/loop/command-line.js';
import { git } from '../../fixtures/loop/projects.js';

/** Passes on the work of the run, and fails on a word that has no place in a commit. */
const LINT = 'if grep -n TODO src/ring.h; then echo "finish it"; exit 2; fi';

let cli: CommandLine;
let server: Awaited<ReturnType<typeof faultyServer>>;
let scene: Converged;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = await faultyServer();
  scene = await converged(cli, { checks: { lint: [['sh', '-c', LINT]] } });
}, 120_000);
afterAll(async () => {
  await server.close();
  cli.close();
});

const visits = (end: Ran, edge: string): number => edgesOf(end).filter((one) => one === edge).length;

/** The comment above the first function, before and after. */
const comment = (before: string | null, after: string) => ({
  path: 'src/ring.h',
  find: before === null ? 'void ring_init(struct ring *ring);' : `/* ${before} */`,
  replace: before === null ? `/* ${after} */\nvoid ring_init(struct ring *ring);` : `/* ${after} */`,
});

/** What the agent leaves in each turn, one after the other. */
const edits = (...words: string[]) => words.map((one, at) => comment(words[at - 1] ?? null, one));

/** A reviewer who asks for a comment once, and an agent that makes one edit for each push; gives what was pushed. */
function agentEditing(changes: readonly object[]): string[] {
  const pushed: string[] = [];
  const finding = { angle: 'edges', what: 'Say who owns the ring.', where: 'src/ring.h:8' };
  const step = { title: 'Comment', intent: 'as asked', files: ['src/ring.h'], undo: 'undo' };
  const review = (isFirst: boolean) => ({
    ...{ signal: isFirst ? 'has_issue' : 'no_issue', reason: 'r', suggestion: '', confidence: 0.9 },
    findings: isFirst ? [finding] : [],
  });
  const replies: Readonly<Record<string, object>> = {
    'delivery-commit-message': { subject: 'Say who owns the ring', body: '' },
    'session-intake': { constraints: [], questions: [] },
    'session-plan': { steps: [step], verification: { mode: 'none', commands: [] } },
    'session-summary': { words: 'Commented.' },
  };
  server.play({
    reply: ({ judgement, tools, messages, body }) => {
      if (judgement === 'session-intake') pushed.push(body);
      const calls = [{ tool: 'apply_patch', args: { edits: [changes[pushed.length - 1]] } }];
      if (tools.length > 0)
        return messages === 2 ? { calls } : { text: JSON.stringify({ done: true, words: 'Done.' }) };
      if (judgement === 'delivery-review') return { text: JSON.stringify(review(pushed.length === 0)) };
      return { text: JSON.stringify(replies[judgement ?? '']) };
    },
  });
  return pushed;
}

async function delivered(...words: string[]): Promise<{ end: Ran; pushed: string[] }> {
  const pushed = agentEditing(edits(...words));
  const how = ['--provider', 'openai', '--approve', 'build,patch,flash,publish,send', '--json'];
  const end = await cli.run(['deliver', scene.run, ...how], { home: scene.home, env: server.env });
  return { end, pushed };
}

describe('a delivery whose lint check fails', () => {
  it('ends without a commit after three rounds in which the session has not corrected it', async () => {
    const { end, pushed } = await delivered('TODO: the owner', 'TODO', 'TODO: say it', 'TODO: later');
    expect(visits(end, 'LINTING lint_fail DEVELOPING'), end.stderr).toBe(3);
    expect(edgesOf(end).at(-1)).toBe('LINTING lint_fail DONE');
    expect(end.lines.at(-1)).toMatchObject({
      ...{ outcome: 'incomplete_lint_failed', retries: { lint: 3 }, committed: null, tests: [] },
      lint: [{ kind: 'lint', status: 'failed', exit_code: 2 }],
    });
    expect([end.code, branchesOf(scene), pushed.length]).toEqual([1, [], 4]);
  }, 60_000);

  it('is committed once the session has corrected what the check says, here at its second try', async () => {
    const { end, pushed } = await delivered('TODO: the owner', 'TODO', 'The caller owns the ring.');
    expect(visits(end, 'LINTING lint_fail DEVELOPING'), end.stderr).toBe(2);
    for (const push of pushed.slice(1)) expect(push).toContain('finish it');
    expect(end.lines.at(-1)).toMatchObject({ outcome: 'committed', retries: { lint: 2 } });
    const [branch = ''] = branchesOf(scene);
    expect(git(scene.repo, 'show', `${branch}:src/ring.h`)).toContain('The caller owns the ring.');
  }, 60_000);
});
