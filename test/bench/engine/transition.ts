import { statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { NOTHING, type Place, settle } from '../../../electron/engine/settle.js';
import { errandKits } from '../../fixtures/errand.js';
import { median, ms, times } from '../loop/statistics.js';
import type { Part } from '../parts/run-parts.js';
import { bareFile } from './bare.js';
import { need, openedTree, openNode } from './tree.js';

const TRANSITIONS = 300;
const HEADER = { deeds: [], dispatches: false, patience: 1000, teardown: 1000 };

/** A durable transition, step and commit, beside a bare fdatasync of the bytes that it wrote; in turns. */
export const measureTransition: Part = async (dir) => {
  const kits = errandKits({ written: [] });
  const { tree, journal } = openedTree(path.join(dir, 'run'), kits, 'errand', HEADER);
  const node = await openNode(journal, kits, 'main', path.join(dir, 'run'));
  const { context } = need(journal.snapshot());
  // text of the size of a small run's context
  const grown = {
    ...(context as object),
    steps: Array.from({ length: 200 }, (_, i) => `step ${i} of the context`),
  };
  let place: Place = { snapshot: { state: 'FAN_OUT', context: grown }, seq: 0, deadline: null };
  const bare = bareFile(dir);
  const log = `${journal.file}-wal`;
  const pairs: { ours: number; bare: number }[] = [];
  for (let n = 0; n < TRANSITIONS; n += 1) {
    const before = statSync(log).size;
    const start = performance.now();
    const said = { ...{ type: 'told', reason: 'again', evidence: [] }, ...{ text: 'x' } };
    const moved = settle(tree, node, place, said, NOTHING);
    const ours = performance.now() - start;
    // the log is begun anew after a checkpoint; what it grew by is what was written
    const bytes = Math.max(4096, statSync(log).size - before);
    place = { ...moved, snapshot: { ...moved.snapshot, context: grown } };
    pairs.push({ ours, bare: bare.write(bytes) });
  }
  bare.close();
  journal.close();
  const [ours, disk] = [median(pairs.map((p) => p.ours)), median(pairs.map((p) => p.bare))];
  const figure = `${times(disk / ours)} (${ms(ours)}; the disk alone ${ms(disk)})`;
  return [
    { what: 'a durable transition, against fdatasync', figure, target: '>= 0.5 x', met: disk / ours >= 0.5 },
  ];
};
