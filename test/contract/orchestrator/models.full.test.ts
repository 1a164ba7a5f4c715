import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { LLMock as Server } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { TYPO } from '../../fixtures/loop/projects.js';
import { believing, type Job, prepare } from '../loop/workshop.js';
import { asksFor, settings } from '../models/scripted-server.js';

let cli: CommandLine;
let server: LLMock;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = new Server({ port: 0, host: '127.0.0.1' });
  await server.start();
  for (const [judgement, reply] of Object.entries(REPLIES))
    server.on({ predicate: asksFor(judgement) }, { content: JSON.stringify(reply) });
});
afterAll(async () => {
  await server.stop();
  cli.close();
});

const REPLIES = {
  'campaign-intake': { confidence: 0.9, reason: 'the task is about the ring' },
  'campaign-plan-review': { feedback: [{ item: 'plan', risk: 'only one task looks at the ring' }] },
  'campaign-design': {
    hypotheses: [
      { cause: 'a misspelt member in ring_put', confidence: 0.8, because: 'the last commit touched it' },
    ],
    approach: 'Correct the name.',
  },
  'campaign-accept': { residual_risks: ['nothing tests two producers'] },
};

const reportOf = (ran: Ran) => CampaignReportSchema.parse(ran.lines.at(-1));
const ROLES = ['--role', 'PLANNER=openai', '--role', 'REVIEWER=openai'];

async function run(job: Job, env: Record<string, string>): Promise<Ran> {
  const args = [
    'campaign',
    'make it pass',
    '--task',
    job.task,
    '--approve',
    'build,publish,send',
    ...ROLES,
    '--json',
  ];
  return cli.run(args, { home: job.home, cwd: job.dir, env: { BENCHLOOP_MOCK_RESEARCHER: '1', ...env } });
}

describe('a campaign with a model as planner and reviewer', () => {
  it('takes its words as feedback, hypotheses and risks, marked as a model’s, and claims by evidence alone', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const ran = await run(job, settings(server));
    const report = reportOf(ran);
    expect([ran.code, report.outcome]).toEqual([0, 'COMPLETE']);
    const events = ran.lines
      .filter(({ type, machine }) => type === 'transition' && machine === 'orchestrator')
      .map(({ event }) => event);
    expect(events.filter((event) => event === 'non_blocking_feedback')).toHaveLength(4);
    const risks = report.open_risks.map(({ risk }) => inEnglish(risk));
    expect(risks).toContain('model: “only one task looks at the ring”');
    expect(risks).toContain('model: “nothing tests two producers”');
    const design = report.deliverables.find(({ name }) => name === 'detail_design.md');
    const text = readFileSync(path.join(job.home, 'runs', report.run, design?.path ?? ''), 'utf8');
    expect(text).toContain('- [0.8] a misspelt member in ring_put (the last commit touched it)');
    const file = path.join(job.dir, 'campaign.cassette');
    const kinds = 'source,console,prompts,replies';
    await cli.run(['show', report.run, '--cassette', file, '--include', kinds], { home: job.home });
    const again = await cli.run(['replay', file], { home: cli.freshHome(), cwd: job.dir });
    expect(again.stdout).toMatch(/\n(\d+) of \1 judgements came out the same, on the same prompts\n$/);
    expect(again.code).toBe(0);
  });

  it('goes on by rules where the model cannot be reached, and says so', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const ran = await run(job, {
      BENCHLOOP_OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      BENCHLOOP_OPENAI_MODEL: 'm',
    });
    expect([ran.code, reportOf(ran).outcome]).toEqual([0, 'COMPLETE']);
    expect(ran.lines.some(({ type, step }) => type === 'progress' && step === 'NOTICE')).toBe(true);
  });

  it('waits with its prompt where a person carries it to a model', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const args = ['campaign', 'make it pass', '--task', job.task, '--role', 'PLANNER=manual', '--json'];
    const of = (more: string[]) => cli.run(more, { home: job.home, cwd: job.dir });
    expect((await of(args)).code).toBe(4);
    const [id = ''] = runIds(job.home);
    const { prompts } = JSON.parse((await of(['prompts', id, '--json'])).stdout);
    expect(prompts).toMatchObject([{ judgement: 'campaign-intake' }]);
  });

  it('says after a reply to the run that it dispatched how the campaign goes on', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const of = (...args: string[]) => cli.run(args, { home: job.home, cwd: job.dir });
    const campaign = ['campaign', 'make it pass', '--task', job.task, '--role', 'ANALYST=manual'];
    const env = { BENCHLOOP_MOCK_RESEARCHER: '1' };
    const asked = await cli.run([...campaign, '--approve', 'build'], { home: job.home, cwd: job.dir, env });
    const [, id, run, prompt] = /reply ((\S+?)-main-\d+-run) (\S+) FILE/.exec(asked.stderr) ?? [];
    expect([asked.code, id, run, prompt]).not.toContain(undefined);
    const file = path.join(job.dir, 'reply.txt');
    writeFileSync(file, 'no idea');
    const replied = await of('reply', id ?? '', prompt ?? '', file);
    expect(replied.stderr).toContain(`benchloop resume ${run}\n`);
  });
});

describe('a model as research agent', () => {
  it('may only read: what changes or runs anything is denied it, and its words are kept as a finding', async () => {
    const agent = new Server({ port: 0, host: '127.0.0.1' });
    await agent.start();
    const write = {
      id: 'c1',
      name: 'write_file',
      arguments: JSON.stringify({ path: 'src/ring.c', content: 'x' }),
    };
    agent.on(
      // what rules look up for it stands there already
      { predicate: ({ messages }) => !JSON.stringify(messages).includes('write_file') },
      { toolCalls: [write] },
    );
    agent.on(
      { predicate: () => true },
      { content: JSON.stringify({ done: true, words: 'ring_put is suspicious' }) },
    );
    const job = believing(prepare(cli, { edits: TYPO }));
    const args = [
      'campaign',
      'make it pass',
      '--task',
      job.task,
      '--approve',
      'build,publish,send,patch',
      '--role',
      'RESEARCHER=openai',
    ];
    const ran = await cli.run([...args, '--json'], { home: job.home, cwd: job.dir, env: settings(agent) });
    const judgements = agent
      .getRequests()
      .map(({ body }) => (body as ChatCompletionRequest | null)?.response_format ?? null);
    await agent.stop();
    expect([ran.code, reportOf(ran).outcome]).toEqual([0, 'COMPLETE']);
    const calls = ran.lines.filter(
      ({ type, tool, status }) => type === 'tool_call' && tool === 'write_file' && status !== 'started',
    );
    expect(calls.map(({ status }) => status)).toEqual(['denied', 'denied', 'denied', 'denied']);
    // nobody plans or sums up what is always the same
    expect(judgements.every((one) => JSON.stringify(one).includes('session-step'))).toBe(true);
    const { deliverables, run } = reportOf(ran);
    const memory = deliverables.filter(({ name }) => name === 'memory.jsonl');
    const texts = memory.map((file) => readFileSync(path.join(job.home, 'runs', run, file.path), 'utf8'));
    expect(texts.filter((text) => text.includes('ring_put is suspicious')).length).toBeGreaterThanOrEqual(4);
  });
});
