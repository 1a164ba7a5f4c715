import { createCore } from '../../electron/core/core.js';
import { DeliveryReportSchema } from '../../shared/delivery.js';
import { branchesOf, type Converged } from '../fixtures/delivery-scene.js';
import { type CommandLine, processesOf, type Ran, runIds } from '../fixtures/loop/command-line.js';
import { git } from '../fixtures/loop/projects.js';
import { fingerprint } from '../unit/workspace/repositories.js';
import type { Played } from './chain.js';

/** A run that converged, and the user's repository as it was before its delivery. */
interface Delivering extends Pick<Converged, 'home' | 'repo' | 'run'> {
  before: Record<string, string>;
}

const deliveryIn = ({ home, run }: Delivering): string | undefined => runIds(home).find((id) => id !== run);

/** Begins the delivery, or goes on with the one that was begun. */
function goOn(cli: CommandLine, scene: Delivering, env: Record<string, string> = {}): Promise<Ran> {
  const id = deliveryIn(scene);
  const args = id === undefined ? ['deliver', scene.run] : ['resume', id];
  return cli.start([...args, '--approve', 'all', '--json'], { home: scene.home, env }).ended;
}

function outcomeOf(scene: Delivering, end: Ran) {
  const id = deliveryIn(scene) ?? '';
  const details = createCore({ home: scene.home, resources: '', wasmDir: '', env: {} }).details(id);
  const report = DeliveryReportSchema.safeParse(end.lines.at(-1));
  if (!details.ok || !report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const after = fingerprint(scene.repo);
  const touched = Object.keys({ ...scene.before, ...after }).filter(
    (name) => scene.before[name] !== after[name],
  );
  const branches = branchesOf(scene);
  return {
    ...{ code: end.code, outcome: report.data.outcome, retries: report.data.retries },
    path: details.value.trace.map((t) => `${t.seq} ${t.from} ${t.event} ${t.to}`),
    commits: branches.map((branch) => git(scene.repo, 'rev-list', '--count', `main..${branch}`).trim()),
    tree: branches.map((branch) => git(scene.repo, 'rev-parse', `${branch}^{tree}`).trim()),
    touched: touched.filter((name) => !/^\.git\/(objects|refs\/heads\/benchloop)/.test(name)),
    left: processesOf(id),
  };
}

type Outcome = ReturnType<typeof outcomeOf>;

/**
 * A delivery.
 *
 * @param run gives one that converged, which it delivers
 */
export const delivery = (
  cli: CommandLine,
  run: () => Promise<Omit<Delivering, 'before'>>,
): Played<Delivering, Outcome> => ({
  open: async () => {
    const scene = await run();
    return { ...scene, before: fingerprint(scene.repo) };
  },
  goOn: (scene, env) => goOn(cli, scene, env),
  outcomeOf,
  // It goes with the data folder.
  close: () => undefined,
});
