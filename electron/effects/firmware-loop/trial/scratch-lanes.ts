import { availableParallelism } from 'node:os';
import { ok, type Problem, type Result } from '../../../../shared/problem.js';
import { type CandidateTree, candidatesIn } from '../../../workspace/candidate.js';
import { createScratch } from '../../../workspace/scratch.js';

/** One throwaway copy of the tree; one trial at a time. */
export interface Lane {
  dir: string;
  candidates: CandidateTree;
}

export interface Lanes {
  readonly count: number;
  /** Runs `work` in the first free copy, in the order of the calls; a copy is made when it is first needed. */
  use<T>(work: (lane: Result<Lane>) => Promise<T>): Promise<T>;
  /** Why a copy could not be made, where that was tried and failed. */
  problem(): Problem | null;
}

/** More copies than this cost more disk and cache than they save time. */
const MOST = 4;

/** As many throwaway copies of a commit as this computer has cores for, up to four. */
export function openLanes(o: { cloneDir: string; commit: string; into: string }): Lanes {
  const count = Math.min(MOST, availableParallelism());
  const made: (Promise<Result<Lane>> | undefined)[] = Array.from({ length: count });
  const free = Array.from({ length: count }, (_, index) => index);
  const waiting: ((index: number) => void)[] = [];
  let problem: Problem | null = null;
  const make = async (index: number): Promise<Result<Lane>> => {
    const into = index === 0 ? o.into : `${o.into}-${index + 1}`;
    const copy = await createScratch({ cloneDir: o.cloneDir, commit: o.commit, into });
    if (copy.ok) return ok({ dir: copy.value.dir, candidates: candidatesIn(copy.value.dir) });
    problem = copy.error;
    return copy;
  };
  const take = (): Promise<number> => {
    const index = free.shift();
    return index === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(index);
  };
  const give = (index: number): void => {
    const next = waiting.shift();
    if (next) next(index);
    else free.unshift(index);
  };
  return {
    count,
    problem: () => problem,
    use: async (work) => {
      const index = await take();
      try {
        made[index] ??= make(index);
        return await work(await made[index]);
      } finally {
        give(index);
      }
    },
  };
}
