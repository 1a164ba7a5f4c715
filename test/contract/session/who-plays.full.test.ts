import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyServer, type Reply } from '../../fixtures/faulty/faulty-server.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { type Edits, OFF_BY_ONE, TYPO } from '../../fixtures/loop/projects.js';
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

const STEP = { title: 'Look', intent: 'to know', files: [], undo: 'undo' };
const ANSWERS: Readonly<Record<string, unknown>> = {
  'session-intake': { constraints: [], questions: [] },
  'session-plan': { steps: [STEP], verification: { mode: 'none', commands: [] } },
  'session-step': { done: true, words: 'It is done.' },
  'session-recover': { action: 'give_up', reason: 'nothing helps', steps: [] },
  'session-summary': { words: 'It is done.' },
};
const said = (judgement: string | null): Reply => ({
  text: JSON.stringify(ANSWERS[judgement ?? ''] ?? 'What?'),
});
const calls = (tool: string, args: unknown = {}): Reply => ({ calls: [{ tool, args }] });

interface Played {
  words?: string;
  roles?: readonly string[];
  edits?: Edits;
  /** What the executor answers to its requests, in order; it says that it is done to all others. */
  steps?: readonly Reply[];
  plan?: object;
}

const PLANS = ['--role', 'PLANNER=openai'];
const ACTS = ['--role', 'EXECUTOR=openai'];

async function ask({
  words = 'Look at it',
  roles = [...PLANS, ...ACTS],
  edits = {},
  steps = [],
  plan = STEP,
}: Played) {
  const told: string[] = [];
  server.play({
    reply: ({ judgement, body }) => {
      if (judgement === 'session-plan')
        return {
          text: JSON.stringify({
            steps: [{ ...STEP, ...plan }],
            verification: { mode: 'none', commands: [] },
          }),
        };
      if (judgement === 'session-step') told.push(body);
      return (judgement === 'session-step' ? steps[told.length - 1] : undefined) ?? said(judgement);
    },
  });
  const job = prepare(cli, { edits });
  const args = [
    'ask',
    words,
    '--task',
    job.task,
    '--json',
    ...roles,
    '--approve',
    'build,patch,send,publish',
  ];
  const { code, lines, stderr } = await cli.run(args, { home: job.home, cwd: job.dir, env: server.env });
  const report: Record<string, unknown> = lines.at(-1) ?? {};
  expect(report.type, stderr).toBe('report');
  const made = (report.calls as { tool: string }[]).map(({ tool }) => tool);
  return { code, report, reason: String(report.reason), made, told };
}

describe('who plans and who acts', () => {
  it('a model that plans alone is asked for nothing: nobody can carry out its steps', async () => {
    const { code, report, reason } = await ask({ roles: PLANS });
    expect([code, report.outcome, server.asked()]).toEqual([1, 'BLOCKED', 0]);
    expect(reason).toContain('EXECUTOR');
    expect(JSON.stringify(report.summary)).toContain('--role EXECUTOR=openai');
  });

  it('a sentence that is understood without a model is carried out whoever plays', async () => {
    for (const roles of [PLANS, ACTS]) {
      const { code, made } = await ask({ words: 'build, then list files', roles });
      expect([code, made, server.asked()]).toEqual([0, ['build', 'list_files'], 0]);
    }
  });

  it('a turn in which no call was made has met no goal', async () => {
    const { code, reason, told } = await ask({});
    expect(code).toBe(1);
    expect(reason).toContain('no call was made');
    expect(told).toHaveLength(2);
    expect(told[1]).toContain('made no call');
  });

  it('an agent that made its calls is believed', async () => {
    const { code, made } = await ask({ steps: [calls('list_files')] });
    expect([code, made]).toEqual([0, ['list_files']]);
  });
});

describe('an agent that says a step is done', () => {
  it.each<[string, Edits, string]>([
    ['build', TYPO, 'the build failed'],
    ['run_test', OFF_BY_ONE, 'failing cases'],
  ])('after its %s did not pass is told so once, then the step has failed', async (tool, edits, why) => {
    const { code, reason, told, report } = await ask({ edits, steps: [calls(tool)] });
    expect([code, report.outcome]).toEqual([1, 'BLOCKED']);
    expect(reason).toContain(why);
    expect(told).toHaveLength(3);
    expect(told[2]).toContain(`your last ${tool} did not pass`);
  });

  it('and mends it when told is done', async () => {
    const edit = { path: 'src/ring.c', find: 'cuont', replace: 'count' };
    const steps = [
      calls('build'),
      said('session-step'),
      calls('apply_patch', { edits: [edit] }),
      calls('build'),
    ];
    const { report, made } = await ask({ edits: TYPO, steps });
    expect(made).toEqual(['build', 'apply_patch', 'build']);
    expect(report).toMatchObject({ outcome: 'DONE', plan: { steps: [{ status: 'done' }] } });
  });

  it('that was to find out whether something fails has found it', async () => {
    const { code, report } = await ask({
      edits: OFF_BY_ONE,
      steps: [calls('run_test')],
      plan: { may_fail: true },
    });
    expect([code, report.outcome]).toEqual([0, 'DONE']);
  });
});
