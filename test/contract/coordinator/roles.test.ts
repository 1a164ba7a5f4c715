import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RoundtableReport, RoundtableReportSchema } from '../../../shared/roundtable.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { git, OFF_BY_ONE, TYPO } from '../../fixtures/loop/projects.js';
import { believing, type Job, prepare, runJob } from '../loop/workshop.js';

let cli: InProcess;
let server: LLMock;
beforeAll(async () => {
  cli = await inProcess();
  server = new LLMock({ port: 0, host: '127.0.0.1' });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  cli.close();
});
beforeEach(() => server.reset());

const asksFor =
  (name: string) =>
  ({ response_format }: ChatCompletionRequest): boolean =>
    JSON.stringify(response_format ?? {}).includes(`"name":"${name}"`);

/** The model's answers of one kind, in turn; the last one again and again. */
function answers(name: string, ...values: unknown[]): void {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  server.on({ predicate: asksFor(name) }, () => ({
    content: (texts.length > 1 ? texts.shift() : texts[0]) ?? '',
  }));
}

/** What was sent for one kind of judgement. */
const sent = (name: string): string[] =>
  server
    .getRequests()
    .flatMap(({ body }) =>
      body && asksFor(name)(body as ChatCompletionRequest) ? [JSON.stringify(body)] : [],
    );

const APPROVE = {
  ...{ decision: 'approve', promises: [], hard_coded: false, sibling_faults: [], must_fix: [] },
  comment: 'The limit is right now.',
};
const NO_COMMANDS = { commands: [], comment: 'The checks are enough.' };
const CHECKS = { checks: { lint: [['make', '-n']], unit: [['build/run']] } };

/** Drives a roundtable on a job with everything approved. */
async function coordinate(
  { home, dir }: Job,
  args: string[],
): Promise<{ report: RoundtableReport; edges: string[]; run: string; said: string }> {
  const env = { BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`, BENCHLOOP_OPENAI_MODEL: 'm' };
  const ran = await cli.run(['coordinate', ...args, '--approve', 'all', '--json'], { home, cwd: dir, env });
  const report = RoundtableReportSchema.safeParse(ran.lines.at(-1));
  if (!report.success)
    throw new Error(`no report (exit ${ran.code}): ${ran.stdout.slice(-1500)}${ran.stderr}`);
  expect(ran.code).toBe({ SUCCESS: 0, FAILURE: 1, ABORTED: 3 }[report.data.final_status]);
  const edges = ran.lines
    .filter(({ type }) => type === 'transition')
    .map((t) => `${t.from} ${t.event} ${t.to}`);
  return { report: report.data, edges, run: report.data.run, said: ran.stdout };
}

const IMPLEMENT = ['--mode', 'implementation'];
const JUDGED_BY_MODELS = ['--role', 'REVIEWER=openai', '--role', 'TESTER=openai'];

describe('a roundtable without a model', () => {
  it('searches, reviews by rules, runs the checks, and gives a patch that applies; the repository is left alone', async () => {
    const job = prepare(cli, { edits: TYPO, parts: CHECKS });
    const { report } = await coordinate(job, [job.task, ...IMPLEMENT]);
    expect(report).toMatchObject({ outcome: 'approved', final_status: 'SUCCESS', must_fix: [] });
    const runs = report.rounds[0]?.test?.runs.map(({ kind, status }) => `${kind} ${status}`);
    expect(runs).toEqual(['build passed', 'cases passed', 'lint passed', 'unit passed']);
    expect(git(job.repo, 'status', '--porcelain')).toBe('');
    expect(git(job.repo, 'branch', '--list', 'benchloop/*')).toBe('');
    writeFileSync(path.join(job.dir, 'result.patch'), report.patch ?? '');
    expect(() => git(job.repo, 'apply', '--check', path.join(job.dir, 'result.patch'))).not.toThrow();
  });

  it('ends where a check fails whatever is proposed, and says with which words', async () => {
    const job = prepare(cli, {
      edits: TYPO,
      parts: { checks: { unit: [['sh', '-c', 'echo never >&2; exit 3']] } },
    });
    const { report } = await coordinate(job, [job.task, ...IMPLEMENT]);
    expect(report).toMatchObject({ outcome: 'test_failed', final_status: 'FAILURE', patch: null });
    expect(report.must_fix[0]).toMatchObject({
      command: ['sh', '-c', 'echo never >&2; exit 3'],
      output: 'never\n',
    });
  });

  it('discusses, waits for the operator, and carries out what was confirmed without searching again', async () => {
    const job = prepare(cli, { edits: TYPO, parts: CHECKS });
    const first = await coordinate(job, [job.task, '--mode', 'proposal']);
    expect(first.report).toMatchObject({ outcome: 'await_operator_confirm', mode: 'proposal' });
    expect(first.report.rounds[0]?.test?.runs).toEqual([]);
    const second = await coordinate(job, ['--follow-up', first.run, 'go on', ...IMPLEMENT]);
    expect(second.report).toMatchObject({
      outcome: 'approved',
      messages: ['go on'],
      patch: first.report.patch,
    });
    expect(second.edges).toContain('finalize task_followup_received intake');
    expect(second.said).not.toContain('cannot read what you wrote');
    // rules go by the mode alone: whoever writes more is told so
    const third = await coordinate(job, ['--follow-up', first.run, 'rename it, too', ...IMPLEMENT]);
    expect(third.said).toContain('CODER is played by rules, which cannot read what you wrote');
  });

  it('marks what nobody judged', async () => {
    const job = prepare(cli, { edits: TYPO });
    const { report } = await coordinate(job, [job.task, ...IMPLEMENT, '--provider', 'mock']);
    expect(report).toMatchObject({ outcome: 'approved', patch: null });
    expect(JSON.stringify(report.rounds)).toContain('MOCK');
    await cli.run(['mock', 'TESTER', 'failure'], { home: job.home });
    const failing = await coordinate(job, [job.task, ...IMPLEMENT, '--provider', 'mock']);
    expect(failing.report.outcome).toBe('repeated_test_failure');
  });
});

describe('a roundtable with models', () => {
  it('gives a reviewer the change, the contract and the failing cases, but not why its author made it', {
    tags: 'full',
  }, async () => {
    const job = prepare(cli, { edits: TYPO, parts: CHECKS });
    answers('review', APPROVE);
    answers('test', NO_COMMANDS);
    const { report, run } = await coordinate(job, [job.task, ...IMPLEMENT, ...JUDGED_BY_MODELS]);
    expect(report.outcome).toBe('approved');
    expect(report.rounds[0]?.review).toMatchObject({
      by: { name: 'openai', isModel: true },
      comment: APPROVE.comment,
    });
    const [body = ''] = sent('review');
    expect(body).toContain('ring->count++');
    expect(body).toContain('contract in src/ring.h');
    expect(body).not.toContain(JSON.stringify(report.rounds[0]?.proposal.rationale).slice(1, 40));
    expect(existsSync(path.join(job.home, 'runs', run, 'prompts'))).toBe(true);
    const file = path.join(job.dir, 'roundtable.cassette');
    const kinds = 'source,console,prompts,replies';
    await cli.run(['show', run, '--cassette', file, '--include', kinds], { home: job.home });
    const again = await cli.run(['replay', file], { home: cli.freshHome(), cwd: job.dir });
    expect(again.stdout).toMatch(/\n2 of 2 judgements came out the same, on the same prompts\n$/);
  });

  it('sends must-fix items to the coder’s next round', async () => {
    const job = prepare(cli, { edits: OFF_BY_ONE, parts: CHECKS });
    const edit = (replace: string) => ({
      file: 'src/ring.c',
      find: '    if (ring->count > RING_SIZE) {',
      replace,
    });
    const cause = {
      root_cause: 'the limit',
      hypotheses: [],
      files_to_change: ['src/ring.c'],
      change_points: [],
    };
    answers('analysis', {
      ...cause,
      expected_effect: 'x',
      confidence: 0.9,
      reason: 'r',
      edits: [],
      need: [],
    });
    const edits = (replace: string) => ({
      edits: [edit(replace)],
      rationale: 'MY-OWN-REASON',
      confidence: 0.9,
      need: [],
    });
    answers(
      'edits',
      edits('    if (ring->count == RING_SIZE) {'),
      edits('    if (ring->count >= RING_SIZE) {'),
    );
    const item = { what: 'MUST-STAY-SAFE above the limit', file: 'src/ring.c', line: 11 };
    answers('review', { ...APPROVE, decision: 'changes_requested', must_fix: [item] }, APPROVE);
    answers('test', NO_COMMANDS);
    const { report } = await coordinate(job, [job.task, ...IMPLEMENT, '--provider', 'openai']);
    expect(report).toMatchObject({ outcome: 'approved' });
    expect(report.patch).toContain('+    if (ring->count >= RING_SIZE) {');
    expect(report.rounds.map(({ must_fix }) => must_fix.length)).toEqual([1, 0]);
    expect(sent('edits').at(-1)).toContain('MUST-STAY-SAFE');
    for (const body of sent('review')) expect(body).not.toContain('MY-OWN-REASON');
  });

  it('ends on a reviewer that nobody can read, after one more try', async () => {
    const job = prepare(cli, { edits: TYPO });
    answers('review', 'looks good to me');
    const { report, edges } = await coordinate(job, [job.task, ...IMPLEMENT, ...JUDGED_BY_MODELS]);
    expect(report.outcome).toBe('review_schema_invalid');
    expect(edges.at(-1)).toBe('review review_schema_invalid finalize');
    expect(sent('review')).toHaveLength(2);
  });

  it.each([{ parts: CHECKS }, {}])(
    'has rules test what is approved where nobody can read the tester (%j)',
    async (with_) => {
      const job = prepare(cli, { edits: TYPO, ...with_ });
      answers('review', APPROVE);
      answers('test', { commands: 'make check' });
      const { report, edges } = await coordinate(job, [job.task, ...IMPLEMENT, ...JUDGED_BY_MODELS]);
      expect(report).toMatchObject({ outcome: 'approved', rounds: [{ test: { by: { name: 'rules' } } }] });
      expect(edges.at(-1)).toBe('test tests_passed finalize');
      expect(JSON.stringify(report.reason)).toContain('rules stand in for the TESTER: ');
      expect(report.patch).not.toBeNull();
    },
  );

  it('asks a tester that nobody can read about the same proposal again where rules have nothing to run', {
    tags: 'full',
  }, async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    writeFileSync(path.join(job.home, 'policy.yaml'), 'maxRounds: 2\n');
    answers('review', APPROVE);
    answers('test', 'no idea');
    const env = { BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`, BENCHLOOP_OPENAI_MODEL: 'm' };
    const { ran } = await runJob(cli, job, { args: JUDGED_BY_MODELS, env });
    const moves = ran.lines.filter((line) => line.type === 'transition' && line.machine === 'coordinator');
    expect(moves.map(({ event }) => event).slice(2, 9)).toEqual([
      ...['start_reviewer', 'review_approved', 'tester_schema_invalid', 'start_coder'],
      ...['start_reviewer', 'review_approved', 'tester_schema_invalid'],
    ]);
    const proposed = moves.filter(({ event }) => event === 'start_reviewer').map(({ reason }) => reason);
    expect(proposed[1]).toEqual(proposed[0]);
    expect(String(moves[5]?.reason)).toContain('asked again about the same proposal');
  });

  it('has rules propose where nobody can read the coder', { tags: 'full' }, async () => {
    const job = prepare(cli, { edits: OFF_BY_ONE, parts: CHECKS });
    answers('analysis', 'the limit');
    answers('edits', 'a bigger limit');
    const { report } = await coordinate(job, [job.task, ...IMPLEMENT, '--role', 'CODER=openai']);
    expect(report).toMatchObject({ outcome: 'approved', rounds: [{ proposal: { by: { name: 'rules' } } }] });
    expect(JSON.stringify(report.rounds)).toContain('rules stand in for the CODER: ');
  });

  it('ends at once where nobody can read the coder and rules have nothing to propose', async () => {
    const job = prepare(cli, { parts: CHECKS });
    answers('analysis', 'the limit');
    answers('edits', 'a bigger limit');
    const { report, edges } = await coordinate(job, [job.task, ...IMPLEMENT, '--role', 'CODER=openai']);
    expect(report).toMatchObject({ outcome: 'max_iterations_reached', rounds: [] });
    expect(edges.at(-1)).toBe('build max_iterations_reached finalize');
    expect(JSON.stringify(report.reason)).toContain('rules stand in for the CODER: ');
  });

  it('runs what the person allowed, and blocks every other command', async () => {
    const job = prepare(cli, { edits: TYPO });
    mkdirSync(job.home, { recursive: true });
    writeFileSync(path.join(job.home, 'policy.yaml'), 'commands: [[make, "**"]]\n');
    answers('review', APPROVE);
    const command = (...argv: string[]) => ({ argv, why: 'to be sure' });
    answers('test', { ...NO_COMMANDS, commands: [command('make', '-n')] });
    const allowed = await coordinate(job, [job.task, ...IMPLEMENT, ...JUDGED_BY_MODELS]);
    expect(allowed.report.rounds[0]?.test?.runs.at(-1)).toMatchObject({
      argv: ['make', '-n'],
      status: 'passed',
    });
    server.reset();
    answers('review', APPROVE);
    const outside = path.join(job.dir, 'stolen');
    answers('test', { ...NO_COMMANDS, commands: [command('sh', '-c', `touch ${outside}`)] });
    const { report } = await coordinate(job, [job.task, ...IMPLEMENT, ...JUDGED_BY_MODELS]);
    expect(report.outcome).toBe('tester_command_blocked');
    expect(report.rounds[0]?.test?.runs.at(-1)?.status).toBe('blocked');
    expect(existsSync(outside)).toBe(false);
  });

  it('ends with the provider’s own word where its server refuses', async () => {
    const job = prepare(cli, { edits: TYPO });
    server.on({ predicate: asksFor('review') }, { error: { message: 'no', type: 'auth' }, status: 401 });
    const { report } = await coordinate(job, [job.task, ...IMPLEMENT, ...JUDGED_BY_MODELS]);
    expect(report.outcome).toBe('provider_auth_error');
  });

  it('records comments in words where nothing is decided, marked as a model’s', async () => {
    const job = prepare(cli, { edits: TYPO, parts: CHECKS });
    server.on(
      { predicate: ({ response_format }) => response_format === undefined },
      { content: 'Watch the wrap.' },
    );
    const { report } = await coordinate(job, [job.task, '--mode', 'proposal', ...JUDGED_BY_MODELS]);
    expect(report.outcome).toBe('await_operator_confirm');
    const [round] = report.rounds;
    expect(round?.review).toMatchObject({
      decision: null,
      comment: 'Watch the wrap.',
      by: { isModel: true },
    });
    const shown = await cli.run(['show', report.run], { home: job.home });
    expect(shown.stdout).toContain('openai (a model’s words): Watch the wrap.');
  });
});

describe('a run of the loop whose task has checks', () => {
  it('puts the diagnosis’s edit before the roundtable first, in its own journal', async () => {
    const job = believing(prepare(cli, { edits: TYPO, parts: CHECKS }));
    const { report, path: moves, ran } = await runJob(cli, job);
    expect(report).toMatchObject({
      final_status: 'SUCCESS',
      children: [{ machine: 'coordinator', final_status: 'SUCCESS' }],
    });
    expect(moves).toContain('build → review');
    const child = ran.lines.filter(({ machine, type }) => type === 'transition' && machine === 'coordinator');
    expect(child.at(-1)).toMatchObject({ event: 'tests_passed' });
    expect(readdirSync(path.join(job.home, 'runs', report.run, 'nodes'))).toEqual([]);
  });

  it('takes no patch that its checks refuse', async () => {
    const job = believing(prepare(cli, { edits: TYPO, parts: { checks: { unit: [['false']] } } }));
    const { report } = await runJob(cli, job);
    expect(report).toMatchObject({ final_status: 'FAILURE', patch: null });
    expect(report.children[0]).toMatchObject({ machine: 'coordinator', final_status: 'FAILURE' });
  });

  it('has a reviewer who is named judge each patch, and goes on by rules where nobody can read what he says', {
    tags: 'full',
  }, async () => {
    const env = { BENCHLOOP_OPENAI_BASE_URL: `${server.url}/v1`, BENCHLOOP_OPENAI_MODEL: 'm' };
    answers('review', APPROVE);
    const args = ['--role', 'REVIEWER=openai'];
    const approved = await runJob(cli, believing(prepare(cli, { edits: TYPO })), { args, env });
    expect(approved.report).toMatchObject({
      final_status: 'SUCCESS',
      children: [{ machine: 'coordinator', final_status: 'SUCCESS' }],
    });
    expect(sent('review')).toHaveLength(1);
    server.reset();
    answers('review', 'looks good to me');
    const unread = await runJob(cli, believing(prepare(cli, { edits: TYPO })), { args, env });
    expect(unread.report.final_status).toBe('SUCCESS');
    // the reviewer is asked anew once (ladder of MODEL_FAILURE), then the loop goes on without models, and without a table
    expect(unread.report.children.map(({ final_status }) => final_status)).toEqual(['FAILURE', 'FAILURE']);
    expect(unread.path).toContain('PATCH_GENERATION → ERROR_RECOVERY');
    expect(sent('review')).toHaveLength(4);
  });

  it('costs nothing where there are none and no role is named', async () => {
    const { report } = await runJob(cli, believing(prepare(cli, { edits: TYPO })));
    expect(report).toMatchObject({ final_status: 'SUCCESS', children: [] });
  });
});
