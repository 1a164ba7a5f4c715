import { currentBootId, isAlive, processStartTime } from '../bench/process/children.js';
import type { OwnerRecord } from '../journal/records.js';

let own: OwnerRecord | undefined;

/** This process, so that no later one with its pid is taken for it. Asked once: on Windows that takes most of a second. */
export const thisProcess = (): OwnerRecord => {
  own ??= { pid: process.pid, startTime: processStartTime(process.pid) ?? '', bootId: currentBootId() };
  return own;
};

/** Alive means: the same process (start time) of the same boot. */
export const ownerIsAlive =
  (bootId: string) =>
  (owner: OwnerRecord): boolean =>
    owner.bootId === bootId && isAlive(owner.pid, owner.startTime);
