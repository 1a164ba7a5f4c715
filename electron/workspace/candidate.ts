import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPatch as applyToText, parsePatch, type StructuredPatch } from 'diff';
import { isPlainRelative, parentIsInside } from './inside.js';
import { decodeText, encodeText } from './text.js';
import { freshTick } from './tick.js';

interface Rewrite {
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
  let inPlace: readonly Rewrite[] = [];
  return {
    put: async (patch) => {
      const undo = inPlace.map((r) => ({ ...r, after: r.before }));
      inPlace = [];
      await freshTick(dir);
      await write(undo);
      const rewrites = patch === null ? [] : await rewritesOf(dir, patch);
      if (rewrites === null) return false;
      await write(rewrites);
      inPlace = rewrites;
      return true;
    },
  };
}

async function write(rewrites: readonly Rewrite[]): Promise<void> {
  for (const { path, after } of rewrites) await writeFile(path, after);
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
  return after === false ? null : { path, before, after: encodeText(after) };
}
