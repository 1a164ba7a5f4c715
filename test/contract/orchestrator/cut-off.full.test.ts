import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { bundleCommandLine, type CommandLine, runIds } from '../../fixtures/loop/command-line.js';
import { TYPO } from '../../fixtures/loop/projects.js';
import { believing, prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

const QUICK = { BENCHLOOP_MOCK_RESEARCHER: '1' };

/** The campaign and the run that it dispatched. */
const idsIn = (home: string): [campaign: string, run: string] => {
  const [campaign = '', run = ''] = runIds(home).sort((a, b) => a.length - b.length);
  return [campaign, run];
};

describe('a campaign whose process was killed while its run worked', () => {
  it('is what resume --yes goes on with, by name, and it ends with the run that it had dispatched', async () => {
    const { home, dir, task } = believing(prepare(cli, { edits: TYPO }));
    const args = ['campaign', 'a goal', '--task', task, '--approve', 'all', '--json'];
    const started = cli.start(args, { home, cwd: dir, env: QUICK });
    await started.until('"to":"BUILD_RUN"');
    started.child.kill('SIGKILL');
    await started.ended;
    const [campaign, run] = idsIn(home);
    const listed = (await cli.run(['runs'], { home })).stdout.trim().split('\n');
    expect(listed.map((line) => line.split('  ')[0])).toEqual([campaign, run]);
    for (const line of listed) expect(line).toContain(`interrupted; to go on: benchloop resume ${campaign}`);
    const asked = await cli.run(['resume'], { home });
    expect(asked.stderr).toContain(`benchloop resume ${campaign}, or`);
    const end = await cli.run(['resume', '--yes', '--json'], { home, cwd: dir, env: QUICK });
    expect(end.stderr).toContain(`Going on with ${campaign}, which dispatched ${run}: a goal`);
    const report = CampaignReportSchema.parse(end.lines.at(-1));
    expect([end.code, report.run, report.outcome]).toEqual([0, campaign, 'COMPLETE']);
    expect(runIds(home)).toHaveLength(2);
  });
});

describe('a campaign whose run waits for an answer', () => {
  it('shows the question of the run and where it is answered, and goes on after the answer', async () => {
    const { home, dir, task } = believing(prepare(cli, { edits: TYPO }));
    const args = ['campaign', 'a goal', '--task', task, '--approve', 'patch,publish', '--json'];
    const stopped = await cli.run(args, { home, cwd: dir, env: QUICK });
    expect(stopped.code).toBe(4);
    const [campaign, run] = idsIn(home);
    const gate = stopped.lines.findLast(({ type }) => type === 'gate');
    const listed = (await cli.run(['runs'], { home })).stdout.trim().split('\n');
    expect(listed[0]).toContain(`waits for ${gate?.gate} of ${run}`);
    const { stdout } = await cli.run(['show', campaign], { home });
    expect(stdout).toContain(`approve ${run} ${gate?.gate} yes --code ${gate?.code}`);
    expect(stdout).toContain(`benchloop resume ${campaign}`);
    const answer = ['approve', run, String(gate?.gate), 'yes', '--code', String(gate?.code)];
    expect((await cli.run(answer, { home })).code).toBe(0);
    const end = await cli.run(['resume', '--yes', '--json'], { home, cwd: dir, env: QUICK });
    expect([end.code, end.lines.at(-1)?.run]).toEqual([0, campaign]);
  });
});
