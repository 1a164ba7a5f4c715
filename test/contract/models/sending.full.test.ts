import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { FOUND_SOON, type Job, prepare, runJob } from '../loop/workshop.js';
import { answerAll, repairingServer, settings } from './scripted-server.js';

let cli: CommandLine;
let server: LLMock;
beforeAll(async () => {
  cli = await bundleCommandLine();
  server = await repairingServer();
});
afterAll(async () => {
  await server.stop();
  cli.close();
});
beforeEach(() => {
  server.reset();
  answerAll(server);
});

const OPENAI = ['--provider', 'openai'];
const broken = () => prepare(cli, { edits: OFF_BY_ONE, parts: { constraints: FOUND_SOON } });
const withPolicy = (job: Job, policy: string): Job => {
  mkdirSync(job.home, { recursive: true });
  writeFileSync(path.join(job.home, 'policy.yaml'), policy);
  return job;
};
const run = (job: Job, approve: string, ...args: string[]) =>
  cli.run(['run', job.task, '--json', '--approve', approve, ...args], {
    home: job.home,
    cwd: job.dir,
    env: settings(server),
  });
const ledger = ({ home }: Job): Record<string, unknown>[] => {
  const file = path.join(home, 'egress.jsonl');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
};

describe('text of a repository', () => {
  it('goes to no host before a person said so, who sees host, files and bytes', async () => {
    const job = broken();
    const stopped = await run(job, 'build,patch,publish', ...OPENAI);
    expect(stopped.code).toBe(4);
    const gate = stopped.lines.find(({ type, scope }) => type === 'gate' && scope === 'send');
    expect(gate).toMatchObject({
      question: expect.stringContaining(new URL(server.url).host),
      subject: expect.stringMatching(/this request: \d+ bytes, text of \d+ files/),
    });
    expect(server.getRequests()).toEqual([]);
    expect(ledger(job)).toEqual([]);
  });

  it('is asked about once for a repository and a host, and each request is in the ledger', async () => {
    const job = broken();
    const stopped = await run(job, 'build,patch,publish', ...OPENAI);
    const gate = stopped.lines.find(({ type, scope }) => type === 'gate' && scope === 'send');
    const here = { home: job.home, cwd: job.dir, env: settings(server) };
    const [id = ''] = runIds(job.home);
    const said = await cli.run(
      ['approve', id, String(gate?.gate), 'yes', '--code', String(gate?.code)],
      here,
    );
    expect(said.code).toBe(0);
    const first = await cli.run(['resume', id, '--json', '--approve', 'build,patch,publish'], here);
    expect(first.code).toBe(0);
    const again = await run(job, 'build,patch,publish', ...OPENAI);
    expect(again.code).toBe(0);
    const asked = again.lines.filter(({ type, scope }) => type === 'gate' && scope === 'send');
    expect(asked).toEqual([]);
    const sent = ledger(job).filter(({ status }) => status === 'sent');
    expect(sent).toHaveLength(server.getRequests().length);
    expect(sent.flatMap(({ files }) => files)).toContain('src/ring.c');
    expect(sent[0]).toMatchObject({
      host: new URL(server.url).host,
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      run: runIds(job.home)[0],
    });
  });

  it('stays here where the policy says offline, and rules repair what they can', async () => {
    const job = withPolicy(broken(), 'offline: true\nsuccessConfidence: 0\n');
    const { report, path: taken } = await runJob(cli, job, { args: OPENAI, env: settings(server) });
    expect(report.final_status).toBe('SUCCESS');
    expect(taken).toContain('CODE_ANALYSIS → PATCH_GENERATION');
    expect(server.getRequests()).toEqual([]);
  });

  it('goes no further than the budget of the run', async () => {
    const job = withPolicy(broken(), 'budget: { requests: 1 }\nsuccessConfidence: 0\n');
    const { report } = await runJob(cli, job, { args: OPENAI, env: settings(server) });
    expect(report.final_status).toBe('SUCCESS');
    expect(server.getRequests()).toHaveLength(1);
  });
});

describe('the requests of a run', () => {
  it('lie beside its journal, and are evidence of their transitions', async () => {
    const job = broken();
    const { ran } = await runJob(cli, job, { args: OPENAI, env: settings(server) });
    const [id = ''] = runIds(job.home);
    const refs = ran.lines.flatMap(({ type, evidence }) =>
      type === 'transition' && Array.isArray(evidence) ? evidence.map(String) : [],
    );
    const records = refs.filter((ref) => ref.startsWith('prompts/'));
    expect(records).toHaveLength(server.getRequests().length);
    for (const record of records) {
      const kept = JSON.parse(readFileSync(path.join(job.home, 'runs', id, record), 'utf8'));
      expect(kept).toMatchObject({
        version: 1,
        provider: 'openai',
        model: 'm',
        reply: { text: expect.any(String) },
      });
    }
  });
});
