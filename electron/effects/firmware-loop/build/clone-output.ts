import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../../../../shared/problem.js';
import type { BuildResult } from '../../../../shared/results.js';
import type { SessionEnd } from '../../../bench/environment.js';
import type { EffectIo } from '../../../engine/effect.js';
import { wasWrittenSince } from '../../../workspace/clean.js';
import type { FirmwareBench } from '../bench.js';
import { buildTree, discardOutput } from './build.js';

/**
 * The note that the build output in the run's clone cannot be trusted: what wrote it was cut off, by a time limit or by
 * `kill -9`. Files of which a part was written are young, and `make` would keep them.
 */
const noteOf = ({ paths }: FirmwareBench): string => path.join(paths.dir, 'output-cut-off');

/** Whether what the clone's last build left is whole and there. */
export const isBuilt = (bench: FirmwareBench): boolean => !existsSync(noteOf(bench));

/** How a build of the clone is run. */
export interface CloneBuild {
  command: readonly string[];
  operation: string;
  onOutput?: (text: string) => void;
}

/** Builds the clone: from scratch, where the output of before cannot be trusted. */
export async function buildClone(
  bench: FirmwareBench,
  { command, operation, onOutput }: CloneBuild,
  signal: EffectIo['signal'],
): Promise<BuildResult> {
  const { clone } = bench.paths;
  if (!isBuilt(bench)) await discardOutput(clone);
  writeFileSync(noteOf(bench), '');
  const build = await buildTree(bench, clone, command, operation, signal, onOutput);
  rmSync(noteOf(bench), { force: true });
  return build;
}

/** The test program ended by itself; anything else may have cut off a build that was a part of it. */
const WHOLE: ReadonlySet<SessionEnd['ended_by']> = new Set(['exit', 'crash']);

/** Runs a test whose program may build in the clone: what it wrote is removed where it was cut off. */
export async function testInClone(
  bench: FirmwareBench,
  test: () => Promise<Result<SessionEnd>>,
): Promise<Result<SessionEnd>> {
  const { clone } = bench.paths;
  const begun = Date.now();
  writeFileSync(noteOf(bench), '');
  const end = await test();
  const isWhole = end.ok && WHOLE.has(end.value.ended_by);
  if (isWhole || !(await wasWrittenSince(clone, begun))) rmSync(noteOf(bench), { force: true });
  else await discardOutput(clone);
  return end;
}
