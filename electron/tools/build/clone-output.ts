import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../../../shared/problem.js';
import type { BuildResult } from '../../../shared/results.js';
import type { SessionEnd } from '../../bench/environment.js';
import { wasWrittenSince } from '../../workspace/clean.js';
import { type BuildWork, buildTree, discardOutput, type TreeBuild } from './build-tree.js';

/** The run's folder and its clone. */
type Noted = { paths: Pick<BuildWork['paths'], 'dir' | 'clone'> };

/**
 * The note that the build output in the run's clone cannot be trusted: what wrote it was cut off, by a time limit or by
 * `kill -9`. Files of which a part was written are young, and `make` would keep them.
 */
const noteOf = ({ paths }: Noted): string => path.join(paths.dir, 'output-cut-off');

/** Whether what the clone's last build left is whole and there. */
export const isBuilt = (work: Noted): boolean => !existsSync(noteOf(work));

/** Builds the clone: from scratch, where what an earlier build left cannot be trusted. */
export async function buildClone(
  work: BuildWork,
  how: Omit<TreeBuild, 'signal'>,
  signal: AbortSignal,
): Promise<BuildResult> {
  const { clone } = work.paths;
  if (!isBuilt(work)) await discardOutput(clone);
  writeFileSync(noteOf(work), '');
  const build = await buildTree(work, clone, { ...how, signal });
  rmSync(noteOf(work), { force: true });
  return build;
}

/** The test program ended by itself; anything else may have cut off a build that was a part of it. */
const WHOLE: ReadonlySet<SessionEnd['ended_by']> = new Set(['exit', 'crash']);

/** Runs a test whose program may build in the clone: what it wrote is removed where it was cut off. */
export async function testInClone(
  work: Noted,
  test: () => Promise<Result<SessionEnd>>,
): Promise<Result<SessionEnd>> {
  const { clone } = work.paths;
  const begun = Date.now();
  writeFileSync(noteOf(work), '');
  const end = await test();
  const isWhole = end.ok && WHOLE.has(end.value.ended_by);
  if (isWhole || !(await wasWrittenSince(clone, begun))) rmSync(noteOf(work), { force: true });
  else await discardOutput(clone);
  return end;
}
