import { readdirSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { TreeLimit } from '../../../shared/process.js';

/** What a confined program and all that it started may have at a time. */
export interface TreeLimits {
  processes: number;
  memoryBytes: number;
}

/** Of this computer's memory, a confined program gets so much. */
const SHARE = 0.75;

/** Far more than a build needs that uses every core, far less than what stops a computer. */
const PROCESSES = 1000;

export const usualLimits = (): TreeLimits => ({
  processes: PROCESSES,
  memoryBytes: Math.floor(totalmem() * SHARE),
});

/** Between two looks, ms. */
const LOOK_MS = 250;

/**
 * Looks from time to time at a confined program while it runs. A limit of the kernel would not do: those of a user count all that the user
 * runs (RLIMIT_NPROC, and not at all for root), and one of address space ends sanitizers, which reserve terabytes.
 *
 * @param first the first process of its namespace, once it is there: all others descend from it
 * @param onOver told once, with the limit in words and as data
 * @returns ends the watch
 */
export function watchTree(
  first: () => number | null,
  { processes, memoryBytes }: TreeLimits,
  onOver: (why: string, limit: TreeLimit) => void,
): () => void {
  const look = (): void => {
    const root = first();
    if (root === null) return;
    const tree = descendants(root, processes);
    const limit = beyond(tree, { processes, memoryBytes });
    if (limit === null) return;
    clearInterval(timer);
    onOver(WORDS[limit.of](limit.most), limit);
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function beyond(tree: readonly number[], { processes, memoryBytes }: TreeLimits): TreeLimit | null {
  if (tree.length > processes) return { of: 'processes', most: processes };
  return usesMore(tree, memoryBytes) ? { of: 'memory', most: memoryBytes } : null;
}

const WORDS: Readonly<Record<TreeLimit['of'], (most: number) => string>> = {
  processes: (most) => `it had more than ${most} processes`,
  memory: (most) => `it used more than ${most} bytes of memory`,
};

/** A process with all below it, at most one more than so many. */
function descendants(root: number, most: number): number[] {
  const found = [root];
  for (const pid of found) {
    if (found.length > most) break;
    found.push(...childrenOf(pid));
  }
  return found.slice(0, most + 1);
}

/** Each thread has children of its own (proc_pid_task_children(5)). */
const childrenOf = (pid: number): number[] =>
  orNothing(() => readdirSync(`/proc/${pid}/task`)).flatMap((thread) =>
    (textOf(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? []).map(Number),
  );

/** What is shared is counted for each process first, which is quick, and by its share only where that is too much. */
const usesMore = (tree: readonly number[], bytes: number): boolean =>
  sum(tree, (pid) => kibOf(`/proc/${pid}/status`, /^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)) > bytes &&
  sum(tree, (pid) => kibOf(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB/gm)) > bytes;

const sum = (tree: readonly number[], kib: (pid: number) => number): number =>
  tree.reduce((all, pid) => all + kib(pid) * 1024, 0);

const kibOf = (file: string, lines: RegExp): number =>
  [...textOf(file).matchAll(lines)].reduce((all, [, kib = '0']) => all + Number(kib), 0);

const textOf = (file: string): string => orNothing(() => [readFileSync(file, 'utf8')])[0] ?? '';

/** A process may end while it is looked at. */
function orNothing<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return [];
  }
}
