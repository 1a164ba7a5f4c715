import path from 'node:path';

/** Folders of one run, all below its own. */
export interface RunPaths {
  dir: string;
  clone: string;
  /** Append-only, named by content hash. */
  artifacts: string;
  sessions: string;
  /** Throwaway copy for candidates. */
  scratch: string;
  /** A folder for each trial while it lasts. */
  trials: string;
  /** Throwaway copy of the base commit, for control runs. */
  baseline: string;
  report: string;
}

export function runPaths(dir: string): RunPaths {
  return {
    dir,
    clone: path.join(dir, 'clone'),
    artifacts: path.join(dir, 'artifacts'),
    sessions: path.join(dir, 'sessions'),
    scratch: path.join(dir, 'scratch'),
    trials: path.join(dir, 'trials'),
    baseline: path.join(dir, 'baseline'),
    report: path.join(dir, 'report'),
  };
}
