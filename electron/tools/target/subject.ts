import path from 'node:path';
import type { Profile } from '../../../shared/profile.js';
import type { BuildResult } from '../../../shared/results.js';
import type { TestWork } from './test-work.js';

/** What a session runs: an image for a target, or the tree that holds the host's test program. */
export interface Subject {
  /** Identifies what ran: hash of the image, or the commit on `host`. */
  image: string;
  /** Absolute path of the image; null on `host`. */
  imagePath: string | null;
  /** Copy of the work tree that the image was built in. */
  tree: string;
  /** The tree could not be built: there is nothing to run, and every case is missing. */
  unbuilt: boolean;
}

/** What a build of `tree` gives to run. On `host` it is the tree itself, known by what it was made from. */
export function subjectOf(work: TestWork, build: BuildResult, tree: string, commit: string): Subject {
  const elf = build.artifacts.find((a) => a.kind === 'elf') ?? build.artifacts[0];
  if (work.profile.kind === 'host' || !elf) {
    return { image: commit, imagePath: null, tree, unbuilt: !build.success };
  }
  return { image: elf.sha256, imagePath: path.join(work.paths.artifacts, elf.path), tree, unbuilt: false };
}

/** The test is a program that may run, and build, in the tree itself. */
export const runsInTree = ({ kind }: Profile): boolean => kind === 'host' || kind === 'script';

/** The test may build in the run's clone, which the run goes on with. */
export const runsInClone = ({ profile, paths }: TestWork, { tree }: Subject): boolean =>
  runsInTree(profile) && tree === paths.clone;
