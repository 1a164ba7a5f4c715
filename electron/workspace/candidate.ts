import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPatch as applyToText, parsePatch, type StructuredPatch } from 'diff';
import { includersOf, touch } from './includers.js';
import { isPlainRelative, parentIsInside } from './inside.js';
import { decodeText, encodeText } from './text.js';
import { freshTick } from './tick.js';

interface Rewrite {
  /** Below the copy, and absolute. */
  file: string;
  path: string;
  before: Uint8Array;
  after: Uint8Array;
}

/** A scratch copy in which one candidate after another is put in place, with no git process for each. */
export interface CandidateTree {
  /**
   * Takes the last candidate out and puts this one in (null: none). False where it does not apply exactly, or
   * does more than change existing files: the slow way is for those.
   */
  put(patch: string | null): Promise<boolean>;
}

/** Candidates by plain file writes: each trial rebuilds what the last one and this one changed, nothing else. */
export function candidatesIn(dir: string): CandidateTree {
  const write = writer(dir);
  let inPlace: readonly Rewrite[] = [];
  return {
    put: async (patch) => {
      const undo = inPlace.map((r) => ({ ...r, after: r.before }));
      inPlace = [];
      const tick = await freshTick(dir);
      await write(undo, tick);
      const rewrites = patch === null ? [] : await rewritesOf(dir, patch);
      if (rewrites === null) return false;
      await write(rewrites, tick);
      inPlace = rewrites;
      return true;
    },
  };
}

/** Writes files, and makes what includes them as new; who does is asked once for each file. */
function writer(dir: string): (rewrites: readonly Rewrite[], tick: number) => Promise<void> {
  const includers = new Map<string, readonly string[]>();
  return async (rewrites, tick) => {
    for (const { file, path, after } of rewrites) {
      const known = includers.get(file) ?? (await includersOf(dir, [file]));
      includers.set(file, known);
      await touch(dir, known, tick);
      await writeFile(path, after);
    }
  };
}

async function rewritesOf(dir: string, patch: string): Promise<Rewrite[] | null> {
  const found: Rewrite[] = [];
  for (const file of parsed(patch) ?? [null]) {
    const rewrite = file && (await rewriteOf(dir, file));
    if (!rewrite) return null;
    found.push(rewrite);
  }
  return found;
}

/** Null where the text is no unified diff. */
function parsed(patch: string): StructuredPatch[] | null {
  try {
    return parsePatch(patch);
  } catch {
    return null;
  }
}

async function rewriteOf(dir: string, file: StructuredPatch): Promise<Rewrite | null> {
  const name = (file.newFileName ?? '').replace(/^b\//, '');
  const old = (file.oldFileName ?? '').replace(/^a\//, '');
  if (name !== old || !isPlainRelative(name) || !(await parentIsInside(dir, name))) return null;
  const path = join(dir, name);
  const info = await lstat(path).catch(() => null);
  if (!info?.isFile()) return null;
  const before = await readFile(path);
  const after = applyToText(decodeText(before), file, { fuzzFactor: 0 });
  return after === false ? null : { file: name, path, before, after: encodeText(after) };
}
