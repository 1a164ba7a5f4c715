import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BuildResult } from '../../../shared/results.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import type { Caller } from '../../engine/tool.js';
import { sourceTree } from '../../workspace/source-tree.js';
import { type BuiltImage, builtImages } from '../build/built-images.js';
import { isBuilt } from '../build/clone-output.js';
import { makeBuild } from '../build/make-build.js';
import type { SessionWork, TaskWork } from '../session-work.js';
import { runsInTree, type Subject, subjectOf } from './subject.js';

/** What a session tests, and the tree of the sources that it was made from. */
export interface SessionSubject {
  subject: Subject;
  tree: string;
}

/**
 * The image of the session's clone as it stands: the last one where nothing has changed since, else built now. Errors: DECLINED,
 * BUILD_FAILURE with the first error, TOOLCHAIN_MISSING, ENV_ERROR.
 */
export async function sessionSubject(
  work: SessionWork,
  task: TaskWork,
  io: Caller,
): Promise<Result<SessionSubject>> {
  const tree = await sourceTree(work.paths.clone);
  if (!tree.ok) return tree;
  const last = await lastOf(task, tree.value);
  if (last !== undefined) return ok({ subject: kept(task, last), tree: tree.value });
  const made = await makeBuild(work, task, io);
  if (!made.ok) return made;
  const { build } = made.value;
  if (!build.success) return fail(failed(build));
  return ok({ subject: subjectOf(task, build, task.paths.clone, tree.value), tree: tree.value });
}

/** A program that runs in the tree may not lie there any more. */
async function lastOf(task: TaskWork, tree: string): Promise<BuiltImage | undefined> {
  if (runsInTree(task.profile) || !isBuilt(task)) return undefined;
  const [last] = (await builtImages(task.paths)).filter(({ kind }) => kind === 'elf');
  return last?.tree === tree && existsSync(path.join(task.paths.artifacts, last.path)) ? last : undefined;
}

const kept = ({ paths }: TaskWork, { sha256, path: file }: BuiltImage): Subject => ({
  ...{ image: sha256, imagePath: path.join(paths.artifacts, file), tree: paths.clone, unbuilt: false },
});

function failed(build: BuildResult): Problem {
  const next = text`call build to see all that the compiler says`;
  if (build.toolchain_missing) {
    const { tool, install } = build.toolchain_missing;
    return { code: 'TOOLCHAIN_MISSING', message: text`${tool} is not installed`, next: install };
  }
  const error = build.diagnostics.find(({ severity }) => severity === 'error');
  return { code: 'BUILD_FAILURE', message: error ? told(error) : text`the build failed`, next };
}

const told = ({ location, message }: BuildResult['diagnostics'][number]): Words =>
  location
    ? text`the build failed: ${`${location.file}:${location.line}`}: ${nested(message)}`
    : text`the build failed: ${nested(message)}`;
