import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isLockedIn } from './ownership.js';
import { JOURNAL_FILE } from './run-journal.js';

/** A run in the making lies beside its place, under this name, until it is whole. */
const SUFFIX = '.new';

export const draftOf = (dir: string): string => `${dir}${SUFFIX}`;
export const isDraft = (name: string): boolean => name.endsWith(SUFFIX);

/** Without a journal, or where nothing can be renamed while it is open (Windows), a maker has no lock for an instant, ms. */
const UNLOCKED_MS = 60_000;

/**
 * Removes the drafts in the folder of all runs that nobody is making any more: their makers died, for instance by `kill -9`. One that
 * cannot be looked at or removed stays, and is in nobody's way.
 */
export function removeLeftDrafts(folder: string, names: readonly string[]): void {
  for (const draft of names.filter(isDraft).map((name) => path.join(folder, name))) {
    try {
      if (isLeft(draft)) rmSync(draft, { recursive: true, force: true });
    } catch {
      // it stays: the next command tries again
    }
  }
}

/** The lock is taken before the journal is made: a journal that is there without it has lost its maker. */
function isLeft(draft: string): boolean {
  const hasJournal = process.platform !== 'win32' && existsSync(path.join(draft, JOURNAL_FILE));
  const isOld = Date.now() - statSync(draft).mtimeMs > UNLOCKED_MS;
  return (hasJournal || isOld) && !isLockedIn(draft);
}
