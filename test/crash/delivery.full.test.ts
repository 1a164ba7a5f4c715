import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/core.js';
import { DeliveryReportSchema } from '../../shared/delivery.js';
import { branchesOf, type Converged, converged } from '../fixtures/delivery-scene.js';
import { type CommandLine, processesOf, type Ran, runIds } from '../fixtures/loop/command-line.js';
import { git } from '../fixtures/loop/projects.js';
import { fingerprint } from '../unit/workspace/repositories.js';
import { bundleCrashing } from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

const deliveryIn = ({ home, run }: Converged): string | undefined => runIds(home).find((id) => id !== run);

/** Begins the delivery, or goes on with the one that was begun. */
function goOn(scene: Converged, env: Record<string, string> = {}): Promise<Ran> {
  const id = deliveryIn(scene);
  const args = id === undefined ? ['deliver', scene.run] : ['resume', id];
  return cli.start([...args, '--approve', 'all', '--json'], { home: scene.home, env }).ended;
}

function outcomeOf(scene: Converged, end: Ran, before: Record<string, string>) {
  const id = deliveryIn(scene) ?? '';
  const details = createCore({ home: scene.home, resources: '', wasmDir: '', env: {} }).details(id);
  const report = DeliveryReportSchema.safeParse(end.lines.at(-1));
  if (!details.ok || !report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const after = fingerprint(scene.repo);
  const touched = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
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

/** Far more than a delivery has points: it does not get on any more. */
const MANY = 150;

describe('a delivery that is killed', () => {
  it('at every journal point in turn ends the same: one commit, made once, and nothing else of the user’s touched', async () => {
    const whole = await converged(cli);
    const first = fingerprint(whole.repo);
    const log = path.join(whole.home, 'points.log');
    const undisturbed = outcomeOf(whole, await goOn(whole, { BENCHLOOP_CRASH_LOG: log }), first);
    expect(undisturbed).toMatchObject({
      ...{ code: 0, outcome: 'committed', commits: ['1'], touched: [], left: [] },
    });
    const points = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    expect(points.some((name) => name.includes('.commit'))).toBe(true);
    expect(points.some((name) => name.includes('.branch'))).toBe(true);

    const scene = await converged(cli);
    const before = fingerprint(scene.repo);
    const env = { BENCHLOOP_CRASH_SEEN: path.join(scene.home, 'seen') };
    let kills = 0;
    let end = await goOn(scene, env);
    for (; end.signal === 'SIGKILL' && kills < MANY; kills += 1) end = await goOn(scene, env);
    expect(kills).toBeGreaterThanOrEqual(new Set(points).size);
    expect(outcomeOf(scene, end, before)).toEqual(undisturbed);
  }, 300_000);
});
