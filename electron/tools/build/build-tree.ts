import path from 'node:path';
import type { Policy } from '../../../shared/policy.js';
import type { Exec } from '../../../shared/process.js';
import type { Profile } from '../../../shared/profile.js';
import type { BuildResult } from '../../../shared/results.js';
import type { LoadedTask } from '../../../shared/task.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { ConfinementKind } from '../../bench/process/confine.js';
import type { StoredApprovals } from '../../engine/stored-approvals.js';
import { runBuild } from '../../workspace/build/run-build.js';
import { westEnvironment } from '../../workspace/build/west-workspace.js';
import { cleanBuildOutput } from '../../workspace/clean.js';

/** What builds of a task work with. */
export interface BuildWork {
  loaded: LoadedTask;
  profile: Profile;
  policy: Pick<Policy, 'sdk'>;
  exec: Exec;
  confinement: ConfinementKind;
  /** Which builds a person has let run on this computer. */
  buildApprovals: StoredApprovals;
  /** Folders, absolute: of the run, its clone, its artifacts, and its copy of the base commit. */
  paths: { dir: string; clone: string; artifacts: string; baseline: string };
}

/** How one copy of the work tree is built. */
export interface TreeBuild {
  command: readonly string[];
  /** Programs of the build carry it. */
  operation: string;
  signal: AbortSignal;
  onOutput?: (text: string) => void;
}

/** Builds one copy of the work tree, confined to it. A build that wrote too much leaves nothing of it. */
export async function buildTree(work: BuildWork, tree: string, how: TreeBuild): Promise<BuildResult> {
  const { build: told } = work.loaded.task;
  const result = await runBuild({
    ...how,
    root: tree,
    dir: projectDir(work, tree),
    ...buildAccess(work),
    timeoutSec: told.timeoutSec,
    maxWrittenBytes: told.maxWrittenBytes,
    okExitCodes: told.okExitCodes,
    artifacts: told.artifacts,
    artifactDir: work.paths.artifacts,
    exec: work.exec,
    discard: () => discardOutput(tree),
  });
  if (result.overrun) await discardOutput(tree);
  return result;
}

/** Removes what builds and tests left in a copy of the work tree. @throws Error with git's words */
export async function discardOutput(tree: string): Promise<void> {
  const cleaned = await cleanBuildOutput(tree);
  if (!cleaned.ok) throw new Error(inEnglish(cleaned.error.message));
}

/** The folder that the task calls its repository, inside a copy of the repository's work tree. */
export const projectDir = ({ loaded }: Pick<BuildWork, 'loaded'>, tree: string): string =>
  path.join(tree, loaded.subdir);

/** What every build of a run gets from outside its tree: variables, and the SDK folders that it may read, absolute. */
export interface BuildAccess {
  env: Readonly<Record<string, string>>;
  readable: readonly string[];
}

/** The task's own variables go before those of a west workspace. */
export const buildAccess = ({ policy, loaded }: Pick<BuildWork, 'policy' | 'loaded'>): BuildAccess => ({
  env: { ...westEnvironment(policy.sdk), ...loaded.task.build.env },
  readable: policy.sdk,
});
