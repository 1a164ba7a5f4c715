import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDemo } from '../../../electron/core/demo.js';
import { type CampaignReport, CampaignReportSchema } from '../../../shared/campaign.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';
import { git } from '../../fixtures/loop/projects.js';
import { asksFor, settings } from '../models/scripted-server.js';

const GOAL = 'make the framing tests pass on the QEMU board and commit it';
const BROKEN = '    put_stuffed(&wire, (uint8_t)(crc << 8));';
const CLUMSY = '    put_stuffed(&wire, (uint8_t)((crc >> 8) & 0xFFu));';
const RIGHT = '    put_stuffed(&wire, (uint8_t)(crc >> 8));';

const editTo = (replace: string) => ({ file: 'src/frame.c', find: BROKEN, replace });
const analysisTo = (replace: string) => ({
  root_cause: 'frame_encode() sends the upper byte of the CRC as 0',
  hypotheses: [
    { cause: 'the shift', confidence: 0.9, file: 'src/frame.c', line: 53, evidence: [] },
    // neither the file nor the line exists
    {
      cause: 'the table',
      confidence: 0.2,
      file: 'src/crc_table.c',
      line: 9999,
      evidence: ['I ran it: it passes'],
    },
  ],
  ...{
    files_to_change: ['src/frame.c'],
    change_points: ['frame_encode()'],
    expected_effect: 'frames are read',
  },
  ...{ confidence: 0.9, reason: 'crc << 8, cut to a byte, is 0', edits: [editTo(replace)], need: [] },
});
const PROMISES = { promises: [], hard_coded: false, sibling_faults: [] };
const MUST_FIX = 'the mask after the shift does nothing: leave it out';

type Asked = (request: ChatCompletionRequest) => boolean;
const shows =
  (words: string): Asked =>
  ({ messages }) =>
    JSON.stringify(messages).includes(words);
const isFirst: Asked = ({ messages }) => messages.length === 2;
const both =
  (...all: Asked[]): Asked =>
  (request) =>
    all.every((one) => one(request));

/** What the model says, the first that fits. A judgement of every role is among them, and some are wrong. */
const SCRIPT: readonly [asked: Asked, reply: unknown][] = [
  [both(asksFor('campaign-intake'), isFirst), 'All tests passed, I have committed it.'],
  [asksFor('campaign-intake'), { confidence: 0.9, reason: 'the task has these cases on that board' }],
  [both(asksFor('campaign-plan-review'), shows('risks that you told before')), { feedback: [] }],
  [asksFor('campaign-plan-review'), { feedback: [{ item: 'plan', risk: 'no case has a long payload' }] }],
  [
    asksFor('campaign-design'),
    {
      hypotheses: [{ cause: 'the CRC bytes', confidence: 0.7, because: 'src/frame.c:9999 says so' }],
      approach: 'Look at the order of the CRC bytes in frame_encode().',
    },
  ],
  [asksFor('session-step'), { done: true, words: 'frame_encode() in src/frame.c writes the CRC.' }],
  [both(asksFor('analysis'), shows('must fix')), analysisTo(RIGHT)],
  [asksFor('analysis'), analysisTo(CLUMSY)],
  [asksFor('edits'), { edits: [editTo(RIGHT)], rationale: 'Without the mask.', confidence: 0.9, need: [] }],
  [
    both(asksFor('review'), shows('(crc >> 8) & 0xFFu')),
    {
      ...{ decision: 'changes_requested', ...PROMISES, comment: 'nearly' },
      must_fix: [{ what: MUST_FIX, file: 'src/frame.c', line: 9999 }],
    },
  ],
  [
    asksFor('review'),
    { decision: 'approve', ...PROMISES, must_fix: [], comment: 'the byte order of the decoder' },
  ],
  [asksFor('test'), { commands: [], comment: 'I ran all tests, and all of them passed.' }],
  [asksFor('decision'), { status: 'PASS', next_action: 'CONTINUE', confidence: 0.9, reasoning: 'All pass.' }],
  [
    asksFor('delivery-review'),
    {
      signal: 'no_issue',
      reason: 'it does what the goal says',
      suggestion: '',
      confidence: 0.9,
      findings: [],
    },
  ],
  [
    asksFor('delivery-commit-message'),
    { subject: 'Send the upper byte of the CRC first', body: 'It was shifted out of its byte.' },
  ],
  [asksFor('campaign-accept'), { residual_risks: ['no case has a CRC byte that is escaped'] }],
];

const READS = {
  tool: 'read_file',
  args: { path: 'src/frame.c' },
};

let cli: InProcess;
let server: LLMock;
let home: string;
let repo: string;
let ran: Ran;
let report: CampaignReport;
beforeAll(async () => {
  cli = await inProcess();
  server = new LLMock({ port: 0, host: '127.0.0.1' });
  await server.start();
  const hasReadIt = shows('size_t frame_encode(');
  const call = { id: 'c1', name: READS.tool, arguments: JSON.stringify(READS.args) };
  server.on(
    { predicate: both(asksFor('session-step'), (request) => !hasReadIt(request)) },
    { toolCalls: [call] },
  );
  for (const [predicate, reply] of SCRIPT)
    server.on({ predicate }, { content: typeof reply === 'string' ? reply : JSON.stringify(reply) });
  home = cli.freshHome();
  const user = `${home}-user`;
  const demoDir = path.resolve('native-config', 'demo');
  mkdirSync(user);
  const made = await prepareDemo({ demoDir, into: path.join(user, 'fw'), task: 'frame-wrong-shift' });
  if (!made.ok) throw new Error('no demo');
  repo = path.join(user, 'fw', 'firmware');
  const named = ['REVIEWER=openai', 'TESTER=openai'].flatMap((role) => ['--role', role]);
  const approve = ['--approve', 'build,patch,flash,publish,commit,send'];
  const args = [
    'campaign',
    GOAL,
    '--task',
    made.value.taskFile,
    '--provider',
    'openai',
    ...named,
    ...approve,
  ];
  ran = await cli.run([...args, '--json'], { home, cwd: user, env: settings(server) });
  const parsed = CampaignReportSchema.safeParse(ran.lines.at(-1));
  if (!parsed.success) throw new Error(`${ran.code} ${ran.stdout.slice(-2500)} ${ran.stderr}`);
  report = parsed.data;
});
afterAll(async () => {
  await server.stop();
  cli.close();
});

const said = (): string[] =>
  server
    .getRequests()
    .map(({ body }) => JSON.stringify((body as ChatCompletionRequest | null)?.messages ?? ''));
/** Whatever is judged again comes out the same; a review below a campaign or a run needs files that its cassette lacks, and it says so. */
const SAME = /\n(\d+) of \1 judgements came out the same, on the same prompts\n(judged again: .*\n)?$/;
const tape = async (run: string): Promise<Ran> => {
  const file = `${home}-${run}.cassette`;
  const kinds = 'source,console,prompts,replies';
  await cli.run(['show', run, '--cassette', file, '--include', kinds], { home });
  return cli.run(['replay', file], { home: cli.freshHome(), cwd: path.dirname(home) });
};

describe('a campaign in which a model plays every role', () => {
  it('ends in a commit of its patch on a branch, which the target itself has proven', () => {
    expect([ran.code, report.outcome]).toEqual([0, 'COMPLETE']);
    const [stage] = report.stages;
    expect(stage?.review).toMatchObject({
      decision: 'pass',
      accepted_claims: ['cases', 'regression', 'committed'],
      rejected_claims: [],
    });
    const branch = stage?.branch ?? '';
    expect(git(repo, 'show', `${branch}:src/frame.c`)).toContain(RIGHT);
    expect(git(repo, 'diff', '--name-only', 'HEAD', branch).trim()).toBe('src/frame.c');
    expect(git(repo, 'log', '-1', '--format=%s', branch).trim()).toBe('Send the upper byte of the CRC first');
  });

  it('believes no word of it that code can check', () => {
    // a plain "done" is asked for again, once
    expect(said().filter((words) => words.includes('That answer cannot be used')).length).toBe(1);
    expect(said().some((words) => words.includes(MUST_FIX))).toBe(true);
    expect(JSON.stringify(report.stages)).not.toContain('I ran');
    const tested = ran.lines.filter(
      ({ type, to, from }) => type === 'transition' && from === 'TEST_RUN' && to === 'RESULT_COLLECTION',
    );
    expect(tested.length).toBeGreaterThanOrEqual(2);
  });

  it('hands on what one role found to the next', () => {
    const of = (judgement: string): string => said().find((words) => words.includes(judgement)) ?? '';
    expect(of('name the likeliest causes')).toContain('frame_encode() in src/frame.c writes the CRC.');
    expect(of('find the most likely cause')).toContain('Look at the order of the CRC bytes');
    expect(of('find the most likely cause')).not.toContain('frame_carries_');
    const risks = report.open_risks.map(({ risk }) => inEnglish(risk));
    expect(risks).toContain('model: “no case has a long payload”');
    expect(risks).toContain('model: “no case has a CRC byte that is escaped”');
  });

  it.each(['campaign', 'run'] as const)(
    'is replayed with its %s, transition by transition, to the same judgements',
    async (which) => {
      const again = await tape(which === 'campaign' ? report.run : (report.stages[0]?.run ?? ''));
      expect(again.stdout).toMatch(SAME);
      expect(again.code).toBe(0);
    },
  );

  it('can have its run delivered once more, reviewed by the model, and that is replayed, too', async () => {
    const asking = ['--role', 'REVIEWER=openai', '--approve', 'build,patch,flash,publish,commit,send'];
    const args = ['deliver', report.stages[0]?.run ?? '', ...asking, '--json'];
    const delivered = await cli.run(args, { home, env: settings(server) });
    expect([delivered.code, delivered.lines.at(-1)?.outcome]).toEqual([0, 'committed']);
    const again = await tape(String(delivered.lines.at(-1)?.run));
    expect(again.stdout).toMatch(SAME);
    expect(again.stdout).not.toContain('taken as recorded');
  });
});
