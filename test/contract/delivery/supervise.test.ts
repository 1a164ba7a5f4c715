import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCore } from '../../../electron/core/core.js';
import { branchesOf, type Converged, converged, edgesOf } from '../../fixtures/delivery-scene.js';
import { faultyServer } from '../../fixtures/faulty/faulty-server.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { git } from '../../fixtures/loop/projects.js';

let cli: InProcess;
let server: Awaited<ReturnType<typeof faultyServer>>;
let scene: Converged;
beforeAll(async () => {
  cli = await inProcess();
  server = await faultyServer();
  scene = await converged(cli, { checks: { unit: [['true']] } });
}, 120_000);
afterAll(async () => {
  await server.close();
  cli.close();
});

const HOW = ['--approve', 'build,patch,flash,publish,send', '--json'];
const at = () => ({ home: scene.home, env: server.env });

const FINDING = { angle: 'edges', what: 'Say in the header who owns the buffer.', where: 'src/ring.h:8' };
const EDIT = {
  path: 'src/ring.h',
  find: 'void ring_init(struct ring *ring);',
  replace: '/* The caller owns the ring. */\nvoid ring_init(struct ring *ring);',
};

/** A reviewer with one finding, and an agent that first asks something, then mends it and runs the tests. */
function play(question: string, answer: { answer: string; confidence: number; dangerous: boolean }): void {
  let reviews = 0;
  let intakes = 0;
  const step = { title: 'Comment', intent: 'as asked', files: ['src/ring.h'], undo: 'undo' };
  const calls = [
    { tool: 'apply_patch', args: { edits: [EDIT] } },
    { tool: 'run_test', args: {} },
  ];
  const replies: Record<string, () => unknown> = {
    'delivery-review': () => {
      reviews += 1;
      return reviews === 1
        ? {
            signal: 'has_issue',
            reason: 'unclear',
            suggestion: 'Comment it.',
            confidence: 0.9,
            findings: [FINDING],
          }
        : { signal: 'no_issue', reason: 'clear', suggestion: '', confidence: 0.9, findings: [] };
    },
    'delivery-answer': () => answer,
    'delivery-commit-message': () => ({ subject: 'Count bytes right and say who owns the ring', body: '' }),
    'session-intake': () => {
      intakes += 1;
      return { constraints: [], questions: intakes === 1 ? [question] : [] };
    },
    'session-plan': () => ({ steps: [step], verification: { mode: 'none', commands: [] } }),
    'session-summary': () => ({ words: 'Commented.' }),
  };
  server.play({
    reply: ({ judgement, tools, messages }) => {
      if (tools.length > 0) {
        const next = calls[(messages - 2) / 2];
        return next ? { calls: [next] } : { text: JSON.stringify({ done: true, words: 'Done.' }) };
      }
      return { text: JSON.stringify(replies[judgement ?? '']?.()) };
    },
  });
}

const deliver = (): Promise<Ran> => cli.run(['deliver', scene.run, '--provider', 'openai', ...HOW], at());
const eventIn = ({ lines }: Ran, event: string) => lines.find((line) => line.event === event);

describe('a delivery with a model', () => {
  it('pushes what a review found to one session, answers its question, and reads what it did from its calls', async () => {
    play('Shall the comment be in English?', { answer: 'Yes, English.', confidence: 0.9, dangerous: false });
    const end = await deliver();
    expect(edgesOf(end), end.stderr).toEqual([
      'IDLE init DEVELOPING',
      'DEVELOPING reply_ended REVIEWING',
      'REVIEWING has_issue DEVELOPING',
      'DEVELOPING reply_ended REVIEWING',
      'REVIEWING ai_question DEVELOPING',
      'DEVELOPING reply_ended REVIEWING',
      'REVIEWING no_issue LINTING',
      'LINTING lint_pass TESTING',
      'TESTING test_pass COMMITTING',
      'COMMITTING commit_success DONE',
    ]);
    const replies = end.lines.filter(({ event }) => event === 'reply_ended').map(({ reason }) => reason);
    expect(replies.slice(1)).toEqual([
      'the session ended its turn with a question; edits: 0',
      'the session ended its turn; edits: 1; tests: passed',
    ]);
    const report = end.lines.at(-1) as { children?: unknown[] } | undefined;
    expect(report).toMatchObject({ outcome: 'committed', review: { by: 'openai' }, retries: { review: 2 } });
    expect(report?.children).toHaveLength(1);
    const [branch = ''] = branchesOf(scene);
    expect(git(scene.repo, 'show', `${branch}:src/ring.h`)).toContain('The caller owns the ring');
    expect(git(scene.repo, 'log', '-1', '--format=%s', branch).trim()).toBe(
      'Count bytes right and say who owns the ring',
    );
    // the session itself offered nothing
    expect(branchesOf(scene)).toHaveLength(1);
    const cassette = path.join(scene.home, 'cassette.json');
    const run = runIds(scene.home).sort().at(-1) ?? '';
    expect((await cli.run(['show', run, '--cassette', cassette], at())).code).toBe(0);
    expect((await cli.run(['replay', cassette], at())).code).toBe(0);
  }, 60_000);

  it.each([
    [
      'something dangerous could follow',
      'Shall I flash the board?',
      { answer: 'Yes.', confidence: 1, dangerous: false },
    ],
    ['the model is not sure', 'Which name?', { answer: 'ring', confidence: 0.59, dangerous: false }],
  ])(
    'leaves the question to a person where %s',
    { tags: 'full', timeout: 60_000 },
    async (_, question, answer) => {
      play(question, answer);
      const waits = await deliver();
      const gate = waits.lines.findLast(({ type, scope }) => type === 'gate' && scope === 'question');
      expect([waits.code, String(gate?.subject)], waits.stderr).toEqual([
        4,
        expect.stringContaining(question),
      ]);
      const [run, name, binding] = [gate?.run, gate?.gate, gate?.binding].map(String);
      const core = createCore({ home: scene.home, resources: '', wasmDir: '', env: {} });
      const given = {
        answer: 'answered',
        text: 'ask me later',
        by: 'terminal',
        seen: { binding: binding ?? '' },
      } as const;
      expect((await core.answer(run ?? '', name ?? '', given)).ok).toBe(true);
      const end = await cli.run(['resume', run ?? '', ...HOW], at());
      expect(String(eventIn(end, 'ai_question')?.reason)).toContain('the operator answered: “ask me later”');
      expect(end.code, end.stderr).toBe(0);
    },
  );

  it('sends work whose tests fail back with the failing cases, and commits what was mended', async () => {
    const was = 'ring->count >= RING_SIZE';
    const edits = [
      { path: 'src/ring.c', find: was, replace: 'ring->count > RING_SIZE' },
      { path: 'src/ring.c', find: 'ring->count > RING_SIZE', replace: `(${was})` },
    ];
    const pushed: string[] = [];
    let reviews = 0;
    let turns = 0;
    const step = { title: 'Edit', intent: 'as asked', files: ['src/ring.c'], undo: 'undo' };
    server.play({
      reply: ({ judgement, tools, messages, body }) => {
        if (tools.length > 0) {
          if (messages === 2)
            return { calls: [{ tool: 'apply_patch', args: { edits: [edits[turns - 1]] } }] };
          return { text: JSON.stringify({ done: true, words: 'Done.' }) };
        }
        if (judgement === 'session-intake') {
          turns += 1;
          pushed.push(body);
          return { text: JSON.stringify({ constraints: [], questions: [] }) };
        }
        if (judgement === 'delivery-review') {
          reviews += 1;
          const findings = reviews === 1 ? [FINDING] : [];
          const signal = reviews === 1 ? 'has_issue' : 'no_issue';
          return { text: JSON.stringify({ signal, reason: 'r', suggestion: '', confidence: 0.9, findings }) };
        }
        if (judgement === 'session-plan')
          return { text: JSON.stringify({ steps: [step], verification: { mode: 'none', commands: [] } }) };
        if (judgement === 'session-summary') return { text: JSON.stringify({ words: 'Edited.' }) };
        return { text: JSON.stringify({ subject: 'Mend the limit of the ring', body: '' }) };
      },
    });
    const end = await deliver();
    expect(edgesOf(end), end.stderr).toContain('TESTING test_fail DEVELOPING');
    expect(end.lines.at(-1)).toMatchObject({ outcome: 'committed', retries: { review: 1, test: 1 } });
    expect(String(eventIn(end, 'test_fail')?.reason)).toMatch(
      /host: passed \d, failed [1-4]; failing: ring_/,
    );
    expect(pushed).toHaveLength(2);
    expect(pushed[1]).toMatch(/The tests fail.*ring_/);
  }, 60_000);
});
