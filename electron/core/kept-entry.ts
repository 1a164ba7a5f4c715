import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { ok } from '../../shared/problem.js';
import { registered } from '../effects/registry.js';
import { replaceFileSync } from '../files/replace-file.js';
import { SETTLED_MS, type Stamp, stampOf } from '../journal/journal-stamp.js';
import { SCHEMA_VERSION } from '../journal/schema.js';
import { isUnderWay, type Listed, ListedSchema, listed } from './list-entry.js';
import { runFolder, withRun } from './run-store.js';

/** Beside each journal: what a list takes from it, so that a list of hundreds of runs opens no database. */
export const ENTRY_FILE = 'listed.json';

/** `kept`: JSON of `KeptSchema`. */
const SealedSchema = z.object({ checksum: z.number(), kept: z.string() });
const KeptSchema = z.object({ made_of: z.string(), listed: ListedSchema });

/**
 * The entry of a run that was kept beside its journal; null where it is missing, damaged, of another release, or older than the journal:
 * the journal then says what holds.
 *
 * @param stamp of the journal as it is now
 */
export function keptEntry(dir: string, { text }: Stamp): Listed | null {
  const sealed = SealedSchema.safeParse(jsonIn(() => readFileSync(path.join(dir, ENTRY_FILE), 'utf8')));
  if (!sealed.success || sealed.data.checksum !== crc32(sealed.data.kept)) return null;
  const kept = KeptSchema.safeParse(jsonIn(() => sealed.data.kept));
  if (!kept.success) return null;
  const { made_of, listed } = kept.data;
  return made_of === madeOf(text, listed.summary.machine) ? listed : null;
}

/**
 * Keeps the entry beside the journal that it was read from. An entry is left out while a driver works on the run, and where a later
 * commit could leave the same stamp.
 *
 * @param stamp of the journal, taken before it was read: a commit since then makes the entry old, never wrong
 */
export function keepEntry(dir: string, { text, isSettled }: Stamp, listed: Listed): void {
  if (isUnderWay(listed) || !isSettled) return;
  const kept = JSON.stringify({ made_of: madeOf(text, listed.summary.machine), listed });
  const sealed = JSON.stringify({ checksum: crc32(kept), kept });
  try {
    replaceFileSync(path.join(dir, ENTRY_FILE), sealed, { durable: false, mode: 0o600 });
  } catch {
    // A full disk or a read-only folder: the next list reads the journal again.
  }
}

/** Keeps the entry of a run that its driver has let go. */
export async function keepEntryOf(home: string, run: string): Promise<void> {
  const dir = runFolder(home, run);
  await delay(SETTLED_MS);
  const stamp = stampOf(dir);
  if (stamp === null) return;
  withRun(home, run, (journal) => {
    const entry = listed(journal);
    if (entry.ok) keepEntry(dir, stamp, entry.value);
    return ok(undefined);
  });
}

/** Everything that an entry follows from: the journal, and the tables that it is read with. */
const madeOf = (stamp: string, machine: string): string =>
  [stamp, SCHEMA_VERSION, machine, registered(machine)?.definition.version].join('|');

/** What cannot be read is as good as missing. */
function jsonIn(read: () => string): unknown {
  try {
    return JSON.parse(read());
  } catch {
    return null;
  }
}
