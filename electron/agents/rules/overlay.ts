import type { CGrammar } from '../c/grammar.js';
import type { Scratch } from '../provider.js';
import { applyEdits, type Edit, fileDiff } from './diff.js';

/** The tree with edits on top: what a chain of edits has made of it so far. */
export interface Overlay {
  read: Scratch['read'];
  /** A further overlay with the edits applied; null where a file cannot be read. */
  with(edits: readonly Edit[]): Promise<Overlay | null>;
  /** Against the unmodified tree. */
  diff(): string;
  /** False where a changed file has syntax errors that the file before did not have. */
  parses(grammar: CGrammar): boolean;
}

interface Changed {
  /** In the unmodified tree. */
  original: string;
  /** In the overlay below. */
  before: string;
  now: string;
}

/** The unmodified tree. */
export function overlay(scratch: Scratch, changed: ReadonlyMap<string, Changed> = new Map()): Overlay {
  const read: Overlay['read'] = async (file) => {
    const own = changed.get(file);
    return own ? { ok: true, value: own.now } : scratch.read(file);
  };
  return {
    read,
    async with(edits) {
      const next = new Map(changed);
      for (const file of new Set(edits.map((edit) => edit.file))) {
        const text = await read(file);
        if (!text.ok) return null;
        const now = applyEdits(
          text.value,
          edits.filter((edit) => edit.file === file),
        );
        next.set(file, { original: changed.get(file)?.original ?? text.value, before: text.value, now });
      }
      return overlay(scratch, next);
    },
    diff: () => [...changed].map(([file, { original, now }]) => fileDiff(file, original, now)).join(''),
    parses: (grammar) =>
      [...changed.values()].every(({ before, now }) => !grammar.hasError(now) || grammar.hasError(before)),
  };
}
