import { constants } from 'node:fs';
import { lstat, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Environment } from '../../bench/environment.js';
import { isFileInside, parentIsInside } from '../../workspace/inside.js';

/** A result file after a run, in the session's folder; `kept` is null where it cannot count. */
export interface KeptFile {
  path: string;
  kept: string | null;
  problem: string | null;
}

export interface ResultFilesPlace {
  /** Absolute: where the test runs. */
  workTree: string;
  /** Below it, as the task names them. */
  files: readonly string[];
  /** Absolute: where a copy of each is kept. */
  sessionDir: string;
}

/** A larger file is no list of test results. */
const MOST_BYTES = 32 * 1024 * 1024;
/** The clock of a file system may lag behind that of the process by a tick of the kernel, ms. */
const CLOCK_LAG_MS = 20;

/**
 * An environment whose test writes result files: they are removed before each run, and kept after it where they are new. What
 * an earlier run left, or the repository brings along, never counts.
 */
export function withResultFiles(target: Environment, place: ResultFilesPlace): Environment {
  let runs = 0;
  return {
    ...target,
    run: async (signal, onConsole) => {
      const cleared = await clear(place);
      if (!cleared.ok) return cleared;
      runs += 1;
      const begun = Date.now();
      const end = await target.run(signal, onConsole);
      if (!end.ok) return end;
      const resultFiles = await Promise.all(
        place.files.map((file, i) => keep(place, file, `results-${runs}-${i + 1}.xml`, begun)),
      );
      return ok({ ...end.value, resultFiles });
    },
  };
}

/** Errors: TEST_ENV_FAILURE where what is in the way cannot be removed. */
async function clear({ workTree, files }: ResultFilesPlace): Promise<Result<void>> {
  for (const file of files) {
    const at = path.join(workTree, file);
    if (!(await parentIsInside(workTree, file))) return inTheWay(at, 'its folder lies outside the tree');
    const removed = await rm(at, { force: true }).catch((error: Error) => error);
    if (removed instanceof Error) return inTheWay(at, removed.message);
  }
  return ok(undefined);
}

const inTheWay = (where: string, why: string) =>
  fail({
    code: 'TEST_ENV_FAILURE' as const,
    message: `the old result file cannot be removed: ${why}`,
    where,
    next: 'name a file below `repo` in test.results that the test alone writes',
  });

async function keep(place: ResultFilesPlace, file: string, name: string, begun: number): Promise<KeptFile> {
  const none = (problem: string): KeptFile => ({ path: file, kept: null, problem });
  const at = path.join(place.workTree, file);
  if (!(await isFileInside(place.workTree, file))) return none('was not written by this run');
  if (!(await lstat(at)).isFile()) return none('is no ordinary file');
  // Not followed and not waited for, should it have been replaced by a link or a pipe since.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    const handle = await open(at, flags);
    try {
      const info = await handle.stat();
      if (!info.isFile()) return none('is no ordinary file');
      if (info.mtimeMs < begun - CLOCK_LAG_MS) return none('is older than this run');
      if (info.size > MOST_BYTES) return none(`is larger than ${MOST_BYTES} bytes`);
      const kept = path.join(place.sessionDir, name);
      await writeFile(kept, await handle.readFile());
      return { path: file, kept, problem: null };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return none(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
