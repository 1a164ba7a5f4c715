import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE, ringProject, writeTask } from '../../fixtures/loop/projects.js';
import { prepare } from '../loop/workshop.js';
import { repairingServer, settings } from '../models/scripted-server.js';

let cli: CommandLine;
let server: LLMock;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());
beforeEach(async () => {
  server = await repairingServer();
  return () => server.stop();
});

/** A data folder with a policy, and a campaign for a task of its own in it. */
function campaigns(policy: string) {
  const job = prepare(cli, { edits: OFF_BY_ONE });
  mkdirSync(job.home, { recursive: true });
  writeFileSync(path.join(job.home, 'policy.yaml'), `${policy}\nsuccessConfidence: 0\nsearchTrials: 24\n`);
  return {
    home: job.home,
    start: async (name: string) => {
      const dir = path.join(job.dir, name);
      mkdirSync(dir);
      ringProject(path.join(dir, 'fw'), OFF_BY_ONE);
      const task = writeTask(path.join(dir, 'task.yaml'), './fw');
      const roles = ['--role', 'ANALYST=openai', '--role', 'CODER=openai', '--role', 'PLANNER=openai'];
      const args = ['campaign', name, '--task', task, ...roles, '--approve', 'all', '--json'];
      const env = { BENCHLOOP_MOCK_RESEARCHER: '1', ...settings(server) };
      const ran = await cli.run(args, { home: job.home, cwd: dir, env });
      return { ran, report: CampaignReportSchema.parse(ran.lines.at(-1)) };
    },
  };
}

describe('the budget of campaigns', () => {
  it('is one for a campaign and the runs that it dispatches', async () => {
    const { start, home } = campaigns('budget: { requests: 2 }');
    const { report } = await start('alone');
    expect(report.outcome).toBe('COMPLETE');
    expect(server.getRequests()).toHaveLength(2);
    const sent = readFileSync(path.join(home, 'egress.jsonl'), 'utf8').trim().split('\n');
    const runs = new Set(sent.map((line) => JSON.parse(line).run));
    expect(runs).toContain(report.run);
  });

  it('is one for two campaigns side by side where the policy bounds the day, and rules go on after it', async () => {
    const { start } = campaigns('budget: { perDay: { tokens: 1000000, requests: 3 } }');
    const both = await Promise.all(['one', 'two'].map(start));
    expect(both.map(({ report }) => report.outcome)).toEqual(['COMPLETE', 'COMPLETE']);
    expect(server.getRequests()).toHaveLength(3);
    const said = both.map(({ ran }) => ran.stdout).join('');
    expect(said).toContain('the budget of 3 requests to models in 24 hours is spent');
  });
});
