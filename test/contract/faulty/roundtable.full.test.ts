import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RoundtableReport, RoundtableReportSchema } from '../../../shared/roundtable.js';
import { FAULTS, type Fault, faultyServer, type Script } from '../../fixtures/faulty/faulty-server.js';
import { randomReplies } from '../../fixtures/faulty/random-reply.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { prepare } from '../loop/workshop.js';
import { REPLIES } from '../models/scripted-server.js';

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

const REVIEW = {
  ...{ decision: 'approve', promises: [], hard_coded: false, sibling_faults: [], must_fix: [] },
  comment: 'The limit is right now.',
};
const ANSWERS: Readonly<Record<string, string>> = {
  ...REPLIES,
  review: JSON.stringify(REVIEW),
  test: JSON.stringify({ commands: [], comment: 'The checks are enough.' }),
};
const rightly: Script['reply'] = ({ judgement }) => ({ text: ANSWERS[judgement ?? ''] ?? 'What?' });

const PARTS = {
  checks: { unit: [['build/run']] },
  test: { cases: ['ring_keeps_order', 'ring_refuses_when_full'], heldOut: ['ring_counts'] },
  constraints: { searchTrials: 12 },
};

/** Drives a roundtable, whose repository must stay as it is. */
async function coordinate(script: Script): Promise<RoundtableReport> {
  server.play(script);
  const job = prepare(cli, { edits: OFF_BY_ONE, parts: PARTS });
  const args = ['coordinate', job.task, '--mode', 'implementation', '--provider', 'openai'];
  const ran = await cli.run([...args, '--approve', 'all', '--json'], {
    home: job.home,
    cwd: job.dir,
    env: server.env,
  });
  const report = RoundtableReportSchema.safeParse(ran.lines.at(-1));
  if (!report.success)
    throw new Error(`no report (exit ${ran.code}): ${ran.stdout.slice(-1500)}${ran.stderr}`);
  expect(ran.code).toBe({ SUCCESS: 0, FAILURE: 1, ABORTED: 3 }[report.data.final_status]);
  expect(git(job.repo, 'status', '--porcelain') + git(job.repo, 'branch', '--list', 'benchloop/*')).toBe('');
  return report.data;
}

/** Who is asked, request by request. */
const CODER = [0, 1];
const REVIEWER = 2;

/** An unusable reply is asked for once more. Of a provider that is out of order: what a reviewer comes to (seed 002, outcomes). */
const ENDS: Readonly<Record<Fault, string>> = {
  garbage: 'approved',
  'truncated JSON': 'approved',
  'wrong schema': 'approved',
  429: 'provider_network_error',
  500: 'provider_network_error',
  stall: 'provider_timeout',
  'cut stream': 'provider_network_error',
};

describe('a roundtable whose models’ server fails once', () => {
  it('has four requests where it does not', async () => {
    expect((await coordinate({ reply: rightly })).outcome).toBe('approved');
    expect(server.asked()).toBe(CALLS);
  });

  const CALLS = 4;
  const moments = Array.from({ length: CALLS }, (_, at) => FAULTS.map((as) => ({ at, as }))).flat();

  it.each(moments)('at request $at with $as ends as its table says', async (fault) => {
    const { outcome, patch, rounds } = await coordinate({ reply: rightly, fault });
    const isOut = ENDS[fault.as] !== 'approved';
    // rules stand in for coder and tester (design §2); nobody does for the reviewer's approval
    const end = fault.at === REVIEWER ? ENDS[fault.as] : 'approved';
    expect(outcome).toBe(end);
    expect(patch === null).toBe(end !== 'approved');
    const asked = !isOut
      ? CALLS + 1
      : end !== 'approved'
        ? fault.at + 1
        : CALLS - (fault.at === CODER[0] ? 1 : 0);
    expect(server.asked()).toBe(asked);
    const stoodIn = isOut && fault.at !== REVIEWER;
    expect(JSON.stringify(rounds).includes('rules stand in')).toBe(stoodIn);
  });
});

describe('a roundtable whose models answer at random, and validly', () => {
  it.each([1, 2, 3, 4])('ends, and approves nothing whose checks fail (seed %i)', async (seed) => {
    const report = await coordinate({ reply: randomReplies(seed) });
    expect(server.asked()).toBeGreaterThan(0);
    const runs = report.rounds.at(-1)?.test?.runs ?? [];
    if (report.final_status === 'SUCCESS') expect(runs.map(({ status }) => status)).not.toContain('failed');
    else expect(report.patch).toBeNull();
  });
});
