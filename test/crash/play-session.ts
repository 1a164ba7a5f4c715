import { createCore } from '../../electron/core/core.js';
import { SessionReportSchema } from '../../shared/session.js';
import { type CommandLine, type Ran, runIds } from '../fixtures/loop/command-line.js';
import { fingerprint } from '../unit/workspace/repositories.js';
import type { Played } from './chain.js';
import { closeScene, misspelt, openScene, type Scene } from './scene.js';

const REQUEST = 'list files, and then list runs; build';

/** Begins the session, or goes on with the one that was begun. */
function goOn(cli: CommandLine, { home, task }: Scene, env: Record<string, string> = {}): Promise<Ran> {
  const [run] = runIds(home);
  const args = run === undefined ? ['ask', REQUEST, '--task', task, '--approve', 'build'] : ['resume', run];
  return cli.start([...args, '--json'], { home, env }).ended;
}

function outcomeOf({ home, repo, before }: Scene, end: Ran) {
  const [run = ''] = runIds(home);
  const details = createCore({ home, resources: '', wasmDir: '', env: {} }).details(run);
  const report = SessionReportSchema.safeParse(end.lines.at(-1));
  if (!details.ok || !report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const { outcome, calls, plan } = report.data;
  const after = fingerprint(repo);
  return {
    ...{ code: end.code, outcome },
    calls: calls.map(({ n, tool, status, tree }) => `${n} ${tool} ${status} ${tree}`),
    steps: plan?.steps.map(({ status }) => status),
    path: details.value.trace.map((t) => `${t.seq} ${t.from} ${t.event} ${t.to}`),
    touched: Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]),
  };
}

type Outcome = ReturnType<typeof outcomeOf>;

/** A session that lists files and runs, and whose build fails: what a killed build leaves is noticed. */
export const session = (cli: CommandLine): Played<Scene, Outcome> => ({
  open: () => openScene(cli, misspelt),
  goOn: (scene, env) => goOn(cli, scene, env),
  outcomeOf,
  close: closeScene,
});
