import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Kit } from '../../../electron/engine/kit.js';
import { drive } from '../../../electron/engine/runner.js';
import { rootControl } from '../../../electron/engine/tree.js';
import { errandKits } from '../../fixtures/errand.js';
import { median, ms } from '../loop/statistics.js';
import type { Part } from '../parts/run-parts.js';
import { bareFile } from './bare.js';
import { openedTree, openNode } from './tree.js';

const CHILDREN = 60;
/** What the start of a child writes, about. */
const BYTES = 16 * 1024;
const HEADER = { deeds: [], dispatches: false, patience: 60_000, teardown: 1000 };

/** From the intent of a child to the beginning of its first effect, beside the disk alone; in turns. */
export const measureChild: Part = async (dir) => {
  const kits = new Map(errandKits({ written: [] }));
  const began: number[] = [];
  const intended: number[] = [];
  const bare = bareFile(dir);
  const disk: number[] = [];
  const told = (type: string) => ({ type, reason: type, evidence: [] });
  const changed = (id: string, state: string, effect: Kit['effects'][string]): void => {
    const kit = kits.get(id);
    if (kit) kits.set(id, { ...kit, effects: { ...kit.effects, [state]: effect } });
  };
  changed('step', 'WORK', async () => {
    began.push(performance.now());
    return told('done');
  });
  changed('errand', 'FAN_OUT', async (_, __, io) => {
    for (let n = 0; n < CHILDREN; n += 1) {
      intended.push(performance.now());
      await io.child({ kind: `step${n}`, machine: 'step', goal: 'g', header: { deed: 'write' } });
      disk.push(bare.write(BYTES));
    }
    return { ...told('broke') };
  });
  const run = path.join(dir, 'run');
  const { tree, journal } = openedTree(run, kits, 'errand', HEADER);
  journal.tell({
    node: 'main',
    type: 'answer',
    payload: { gate: 'main.0.go', choice: 'go' },
    by: 'bench',
    channel: 'window',
    at: 1,
  });
  const control = rootControl({ reason: () => null, forced: () => false });
  await drive(tree, await openNode(journal, kits, 'main', run), control);
  bare.close();
  journal.close();
  const took = median(began.map((at, n) => at - (intended[n] ?? 0)));
  const sync = median(disk);
  const beyond = took - 2 * sync;
  const figure = `${ms(beyond)} (${ms(took)}; one sync ${ms(sync)})`;
  return [
    {
      what: 'a child, from intent to its first effect, beyond two syncs',
      figure,
      target: '<= 2 ms',
      met: beyond <= 2,
    },
  ];
};
