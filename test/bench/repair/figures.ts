import { type Figures, pathsOf } from '../../../electron/machine/firmware-loop/confidence.js';

/** One answer of one case, and whether it was right. */
export interface Observation {
  case: string;
  project: string;
  /** The most special bucket, `all/…`. */
  bucket: string;
  right: boolean;
}

/**
 * Counts each case in the buckets of its answers and in all above them: once in each, however many of its answers fall there, and
 * as right where all of them are.
 */
export function countFigures(observations: readonly Observation[]): Figures {
  const cases = new Map<string, Map<string, boolean>>();
  for (const { case: name, bucket, right } of observations)
    for (const path of pathsOf(bucket.split('/'))) {
      const known = cases.get(path) ?? new Map<string, boolean>();
      known.set(name, (known.get(name) ?? true) && right);
      cases.set(path, known);
    }
  return Object.fromEntries(
    [...cases].map(([path, known]) => [path, [known.size, [...known.values()].filter(Boolean).length]]),
  );
}

/** The figures of every project, each counted without that project's own cases. */
export function foldByProject(
  observations: readonly Observation[],
  projects: Iterable<string>,
): Map<string, Figures> {
  return new Map(
    [...new Set(projects)].map((project) => [
      project,
      countFigures(observations.filter((one) => one.project !== project)),
    ]),
  );
}
