import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { git } from '../../fixtures/loop/projects.js';

let cli: CommandLine;
const home = mkdtempSync(path.join(tmpdir(), 'benchloop-demo-campaign-'));
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(async () => {
  await cli.close();
  await rm(home, { recursive: true });
});

it('a demo that is given a goal ends as a campaign, in a commit of its own repository', async () => {
  const goal = 'make the firmware build and commit it';
  const ran = await cli.run(['demo', '--task', 'compile-typo', '--goal', goal, '--json'], { home });
  const report = CampaignReportSchema.parse(ran.lines.at(-1));
  expect([ran.code, report.outcome, report.goal]).toEqual([0, 'COMPLETE', goal]);
  const repo = path.join(home, 'demo', 'compile-typo', 'firmware');
  const branch = `benchloop/${report.stages[0]?.run}`;
  expect(git(repo, 'diff', '--name-only', 'HEAD', branch).trim()).toBe('src/ring.c');
});
