import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

const policy = 'successConfidence: 0\nsearchTrials: 24\n';
/** Two bugs in one file: without the first repair nothing builds, without the second one case fails. */
const BOTH = { ...TYPO, './src/ring.c': OFF_BY_ONE['src/ring.c'] ?? '' };

describe('two tasks of one repository', () => {
  it('build on each other: the second is researched and starts where the first ended, and its branch has both changes', async () => {
    const { home, dir, repo, task } = prepare(cli, {
      edits: BOTH,
      parts: { test: { cases: ['ring_starts_empty'] } },
    });
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, 'policy.yaml'), policy);
    const second = writeTask(path.join(dir, 'second.yaml'), './fw', { goal: 'The second task' });
    const args = ['campaign', 'both', '--task', task, '--task', second, '--approve', 'all', '--json'];
    const ran = await cli.run(args, { home, cwd: dir });
    const report = CampaignReportSchema.parse(ran.lines.at(-1));
    const branches = report.stages.map(({ branch }) => String(branch));
    expect(report.stages.map(({ review }) => review.decision)).toEqual(['pass', 'pass']);
    expect(git(repo, 'rev-parse', `${branches[1]}~1`)).toBe(git(repo, 'rev-parse', `${branches[0]}`));
    const text = git(repo, 'show', `${branches[1]}:src/ring.c`);
    expect([text.includes('ring->count++'), text.includes('count > RING_SIZE')]).toEqual([true, false]);
    expect(git(repo, 'show', 'HEAD:src/ring.c')).toContain('cuont');
    const bases = report.deliverables
      .filter(({ name }) => name === 'analysis_meta.json')
      .map((file) => readFileSync(path.join(home, 'runs', report.run, file.path), 'utf8'))
      .map((content) => JSON.parse(content).base_commit);
    const looked = ['HEAD', `${branches[0]}`].map((at) => git(repo, 'rev-parse', at).trim());
    expect([...new Set(bases)]).toEqual(looked);
  });
});
