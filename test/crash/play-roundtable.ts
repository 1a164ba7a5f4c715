import { createCore } from '../../electron/core/core.js';
import { RoundtableReportSchema } from '../../shared/roundtable.js';
import { type CommandLine, type Ran, runIds } from '../fixtures/loop/command-line.js';
import { fingerprint } from '../unit/workspace/repositories.js';
import type { Played } from './chain.js';
import { closeScene, misspelt, openScene, type Scene, type Subject } from './scene.js';

const subject: Subject = {
  ...misspelt,
  task: { checks: { lint: [['make', '-n']], unit: [['build/run']] } },
};

/** Begins the roundtable, or goes on with the one that was begun. */
function goOn(cli: CommandLine, { home, task }: Scene, env: Record<string, string> = {}): Promise<Ran> {
  const [run] = runIds(home);
  const args =
    run === undefined
      ? ['coordinate', task, '--mode', 'implementation', '--approve', 'all']
      : ['resume', run];
  return cli.start([...args, '--json'], { home, env }).ended;
}

function outcomeOf({ home, repo, before }: Scene, end: Ran) {
  const [run = ''] = runIds(home);
  const core = createCore({ home, resources: '', wasmDir: '', env: {} });
  const details = core.details(run);
  const report = RoundtableReportSchema.safeParse(end.lines.at(-1));
  if (!details.ok || !report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const { outcome, patch, rounds: all, must_fix } = report.data;
  const runs = all.map(({ test }) => test?.runs.map(({ argv, status }) => `${status} ${argv.join(' ')}`));
  const path = details.value.trace.map((t) => `${t.seq} ${t.from} ${t.event} ${t.to}`);
  const after = fingerprint(repo);
  const touched = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  return { code: end.code, outcome, patch, runs, must_fix, path, touched };
}

type Outcome = ReturnType<typeof outcomeOf>;

/** A roundtable that implements a repair and checks it. */
export const roundtable = (cli: CommandLine): Played<Scene, Outcome> => ({
  open: () => openScene(cli, subject),
  goOn: (scene, env) => goOn(cli, scene, env),
  outcomeOf,
  close: closeScene,
});
