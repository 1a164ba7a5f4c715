import { randomBytes } from 'node:crypto';
import type { Result } from '../../shared/problem.js';
import { firstSnapshot } from '../engine/first.js';
import type { Kit } from '../engine/kit.js';
import { createRunJournal } from '../journal/create.js';
import { type FaultPoint, MAIN, type RunHeader } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';

/** Sorts by time, can be typed, fits a branch name: `20261121-214900-3f9c`. */
export function newRunId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(2).toString('hex')}`;
}

/**
 * Makes the journal of a run of that machine, at its first state. Errors: those of `createRunJournal`.
 *
 * @param dir the run's folder
 */
export function createRun(
  dir: string,
  kit: Kit,
  o: Pick<RunHeader, 'id' | 'goal' | 'parent' | 'createdAt'> & { header: unknown },
  fault: FaultPoint | undefined,
): Result<RunJournal> {
  const { id: machine, version: machineVersion } = kit.machine.definition;
  const header = kit.header.parse(o.header);
  const initialContext = kit.first(header, { run: o.id, node: MAIN });
  return createRunJournal(
    dir,
    { ...o, machine, machineVersion, header, initialContext },
    firstSnapshot(kit, header, initialContext, o.createdAt),
    fault,
  );
}
