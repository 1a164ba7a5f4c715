import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { nameOf } from '../../build/test/file-name.mjs';
import { enterGroup, makeGroup, secondsOf, secondsOfChildren } from '../../build/test/processor-time.mjs';
import { countStarts, startedSince } from './starts.js';

// Before each test file, in its worker: notes in a file what it uses. build/test/run.mjs names the file, and the group in which
// the kernel counts.

/** A worker runs several files. */
const worker = globalThis as { benchloopStarts?: ReturnType<typeof countStarts>; benchloopFiles?: number };

const notes = process.env.BENCHLOOP_TEST_USAGE;
if (notes !== undefined) {
  worker.benchloopStarts ??= countStarts();
  worker.benchloopFiles = (worker.benchloopFiles ?? 0) + 1;
  const starts = worker.benchloopStarts;
  const before = { ...starts };
  const parent = process.env.BENCHLOOP_TEST_GROUP;
  const group = parent === undefined ? null : makeGroup(`${process.pid}-${worker.benchloopFiles}`, parent);
  if (group !== null) enterGroup(group);
  const used = (): number =>
    group === null
      ? process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6 + secondsOfChildren()
      : (secondsOf(group) ?? 0);
  const from = used();
  afterAll(() => {
    const file = nameOf(String(expect.getState().testPath));
    const usage = { file, cpu: used() - from, starts: startedSince(before, starts) };
    appendFileSync(notes, `${JSON.stringify(usage)}\n`);
  });
}
