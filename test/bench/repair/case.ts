import type { CaseRecord, Judged } from './record.js';

/** One bug that a run is let loose on, whichever data set it is from. */
export interface BenchCase {
  set: CaseRecord['set'];
  name: string;
  project: string;
  /** Writes the task and its repository below the empty folder `dir`. Returns the task file. */
  write: (dir: string, searchSec: number) => Promise<string>;
  /** Judges patches against the repository that `write` made in `dir`, once the run has ended. */
  judge: (dir: string, patches: readonly string[]) => Promise<Verdicts>;
}

export interface Verdicts {
  /** One for each patch, in their order. */
  judged: Judged[];
  heldOut: string[];
  unpatched: string;
  fix?: string;
}
