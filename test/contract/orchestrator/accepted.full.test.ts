import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { openedCampaign } from '../../fixtures/campaign-bench.js';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { onTerminal } from '../../fixtures/loop/terminal.js';
import { FOUND_SOON, type Job, prepare } from '../loop/workshop.js';

let cli: CommandLine;
let job: Job;
let campaign: string;
let dispatched: string;
let asked: Ran;
const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home: job.home, cwd: job.dir });

const question = () => asked.lines.findLast(({ type, run }) => type === 'gate' && run === campaign);

beforeAll(async () => {
  cli = await bundleCommandLine();
  job = prepare(cli, { edits: OFF_BY_ONE, parts: { constraints: FOUND_SOON } });
  mkdirSync(job.home, { recursive: true });
  // nothing is as sure as that
  writeFileSync(path.join(job.home, 'policy.yaml'), 'successConfidence: 0.99\n');
  const args = ['campaign', 'make it pass and commit it', '--task', job.task, '--approve', 'all', '--json'];
  const env = { BENCHLOOP_MOCK_RESEARCHER: '1' };
  asked = await cli.run(args, { home: job.home, cwd: job.dir, env });
  [campaign = '', dispatched = ''] = runIds(job.home).sort((a, b) => a.length - b.length);
});
afterAll(() => cli?.close());

describe('a campaign whose run is not proven', () => {
  it('asks with the way to its commit, and says what each answer does', async () => {
    expect(asked.code).toBe(4);
    const gate = question();
    const subject = inEnglish(gate?.subject as string);
    expect(subject).toContain(`benchloop accept ${dispatched}, then answer keep`);
    expect(subject).toContain(
      `keep: go on with ${dispatched} where you have accepted it; otherwise try the same once more`,
    );
  });

  it('dispatches another run where nobody accepted that one', async () => {
    const opened = await openedCampaign(job.home, campaign);
    const outcome = await opened.effect('DISPATCH');
    expect(inEnglish(outcome.reason)).toBe('one run is ready');
  });

  it('goes on with the run that a person accepted, and delivers it', async () => {
    const accepted = await onTerminal(
      [process.execPath, path.join(cli.root, 'dist', 'cli.js'), 'accept', dispatched],
      {
        ...{ columns: 160, cwd: job.dir, env: { BENCHLOOP_HOME: job.home } },
        keys: [['[yes/no] ', 'yes\n']],
      },
    );
    expect(accepted).toMatchObject({ code: 0 });
    const gate = question();
    expect(
      (await cmd('answer', campaign, String(gate?.gate), 'keep', '--code', String(gate?.code))).code,
    ).toBe(0);
    const env = { BENCHLOOP_MOCK_RESEARCHER: '1' };
    const args = ['resume', campaign, '--approve', 'all', '--json'];
    const ran = await cli.run(args, { home: job.home, cwd: job.dir, env });
    const report = CampaignReportSchema.parse(ran.lines.at(-1));
    expect([ran.code, report.outcome]).toEqual([0, 'COMPLETE']);
    expect(runIds(job.home)).toHaveLength(2);
    const stage = report.stages.at(-1);
    expect(stage).toMatchObject({
      ...{ run: dispatched, verdict: 'UNPROVEN', attempt: 2 },
      review: { accepted_claims: ['cases', 'regression', 'committed'], rejected_claims: [] },
    });
    const at = git(job.repo, 'rev-parse', `benchloop/${dispatched}`).trim();
    expect(report.open_risks.map(({ risk }) => inEnglish(risk))).toContain(
      `run ${dispatched} is UNPROVEN: a person accepted it, as commit ${at.slice(0, 12)}`,
    );
    expect(git(job.repo, 'show', `${stage?.branch}:src/ring.c`)).not.toBe(
      git(job.repo, 'show', 'HEAD:src/ring.c'),
    );
  });

  it('is not closed by what the run’s journal does not say a person accepted, nor without its branch', async () => {
    const opened = await openedCampaign(job.home, campaign);
    const review = async () => {
      const outcome = await opened.effect('REVIEW_ACCEPT', { stages: opened.ctx.stages.slice(0, 1) });
      if (!('stage' in outcome)) throw new Error(outcome.type);
      return outcome.stage.review.rejected_claims.map(({ claim, reason }) => `${claim} ${inEnglish(reason)}`);
    };
    expect(await review()).toEqual([]);
    git(job.repo, 'branch', '-f', `benchloop/${dispatched}`, 'HEAD');
    expect(await review()).toContain(`cases branch benchloop/${dispatched} stands at another commit`);
  });
});
