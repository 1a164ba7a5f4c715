import { createCore } from '../../electron/core/core.js';
import { CampaignReportSchema } from '../../shared/campaign.js';
import { type CommandLine, type Ran, runIds } from '../fixtures/loop/command-line.js';
import { fingerprint } from '../unit/workspace/repositories.js';
import type { Played } from './chain.js';
import { closeScene, misspelt, openScene, type Scene } from './scene.js';

const GOAL = 'make the ring tests pass and commit it';

/** The campaign's own id: the runs that it dispatches begin with it. */
const campaignIn = (home: string): string | undefined => runIds(home).sort((a, b) => a.length - b.length)[0];

/** Begins the campaign, or goes on with the one that was begun. */
function goOn(cli: CommandLine, { home, task }: Scene, env: Record<string, string> = {}): Promise<Ran> {
  const run = campaignIn(home);
  const args = run === undefined ? ['campaign', GOAL, '--task', task, '--approve', 'all'] : ['resume', run];
  return cli.start([...args, '--json'], { home, env: { BENCHLOOP_MOCK_RESEARCHER: '1', ...env } }).ended;
}

async function outcomeOf({ home, repo, before }: Scene, end: Ran) {
  const run = campaignIn(home) ?? '';
  const core = createCore({ home, resources: '', wasmDir: '', env: {} });
  const details = core.details(run);
  const report = CampaignReportSchema.safeParse(end.lines.at(-1));
  if (!details.ok || !report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const { outcome, stages, children, items } = report.data;
  const tasks = await core.tasks('/');
  const after = fingerprint(repo);
  const isResult = (name: string): boolean => /^\.git\/(refs\/heads\/benchloop\/|objects\/)/.test(name);
  return {
    ...{ code: end.code, outcome, runs: runIds(home).length, children: children.length },
    stages: stages.map(
      ({ attempt, review }) => `${attempt} ${review.decision} ${review.accepted_claims.join()}`,
    ),
    items: items.map(({ status }) => status),
    stored: tasks.ok ? tasks.value.flatMap((epic) => epic.items.map(({ status }) => status)) : [],
    path: details.value.trace.map((t) => `${t.seq} ${t.from} ${t.event} ${t.to}`),
    branches: Object.keys(after).filter((name) => /refs\/heads\/benchloop\/./.test(name)).length,
    touched: Object.keys({ ...before, ...after }).filter(
      (name) => before[name] !== after[name] && !isResult(name),
    ),
  };
}

type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

/** A campaign that has a run repair the project, and delivers what that made. */
export const campaign = (cli: CommandLine): Played<Scene, Outcome> => ({
  open: () => openScene(cli, misspelt),
  goOn: (scene, env) => goOn(cli, scene, env),
  outcomeOf,
  close: closeScene,
});
