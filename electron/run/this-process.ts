import { currentBootId, isAlive, processStartTime } from '../bench/process/children.js';
import type { OwnerRecord } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';

/** This process, so that no later one with its pid is taken for it. */
export const thisProcess = (): OwnerRecord => ({
  pid: process.pid,
  startTime: processStartTime(process.pid) ?? '',
  bootId: currentBootId(),
});

/** Alive means: the same process (start time) of the same boot. */
export const ownerIsAlive =
  (bootId: string) =>
  (owner: OwnerRecord): boolean =>
    owner.bootId === bootId && isAlive(owner.pid, owner.startTime);

/** Whether a live process drives the run. @throws Error of the store, for `storeProblem`. */
export function isDriven(journal: RunJournal): boolean {
  const owner = journal.owner();
  return owner !== null && ownerIsAlive(currentBootId())(owner);
}
