import { cpSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { moveJournal, moveTables } from './moved-journal.js';
import type { Moving } from './moving.js';

/** Named by its content, or a part of a database: it stays. */
const isAsItWas = (name: string): boolean => /^([0-9a-f]{38,64}(\.\w+)?|.*\.db-(wal|shm))$/.test(name);
const MAX_TEXT_BYTES = 1 << 20;

/**
 * Copies a data folder or a user's folder, of which no process has a file open, so that the copy is as good as the original: texts
 * and journals name the folders of the copy.
 */
export async function copyFolder(from: string, to: string, moving: Moving): Promise<void> {
  // what several runs share is that of the first one
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, force: false });
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = path.join(to, path.relative(from, entry.parentPath), entry.name);
    if (!entry.isFile() || isAsItWas(entry.name)) continue;
    if (entry.name === 'journal.db') await moveJournal(file, moving);
    else if (entry.name.endsWith('.db')) moveTables(file, moving);
    else moveText(file, moving);
  }
}

/** Replaces the names in a file of text; it keeps its time, which `make` compares. */
function moveText(file: string, { text }: Moving): void {
  const { size, mtime, atime } = statSync(file);
  if (size > MAX_TEXT_BYTES) return;
  const content = readFileSync(file, 'latin1');
  const moved = content.includes('\0') ? content : text(content);
  if (moved === content) return;
  writeFileSync(file, moved, 'latin1');
  utimesSync(file, atime, mtime);
}
