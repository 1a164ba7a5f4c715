import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { TYPO } from '../../fixtures/loop/projects.js';
import { believing, prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli?.close());

describe('the report of a dispatched run', () => {
  it('that is gone while its delivery waits for a person is named, and nothing is delivered by it', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const of = { home: job.home, cwd: job.dir, env: { BENCHLOOP_MOCK_RESEARCHER: '1' } };
    const args = ['campaign', 'make it pass and commit it', '--task', job.task, '--approve', 'build'];
    expect((await cli.run([...args, '--json'], of)).code).toBe(4);
    const [campaign = '', first = ''] = runIds(job.home).sort((a, b) => a.length - b.length);
    rmSync(path.join(job.home, 'runs', first, 'report', 'report.json'));
    const ran = await cli.run(['resume', campaign, '--approve', 'all', '--json'], of);
    const report = CampaignReportSchema.parse(ran.lines.at(-1));
    expect([ran.code, report.outcome]).toEqual([0, 'COMPLETE']);
    const [lost, again] = report.stages;
    const told = lost?.review.rejected_claims.map(({ code, reason }) => `${code} ${inEnglish(reason)}`);
    expect(new Set(told)).toEqual(
      new Set([`EVIDENCE_MISSING report/report.json of run ${first} is missing`]),
    );
    expect([lost?.run, lost?.branch]).toEqual([first, null]);
    expect(again).toMatchObject({ attempt: 2, review: { decision: 'pass' } });
  });
});
