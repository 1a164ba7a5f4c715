import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { NOTICE, UNCOMMITTED } from '../../../shared/events.js';
import type { Artifact } from '../../../shared/results.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { storeBytes } from '../../workspace/build/artifacts.js';
import { createClone } from '../../workspace/clone.js';
import type { FirmwareBench, FirmwareEffect } from './bench.js';
import { notGranted } from './start/tighten.js';

/** INIT: the private clone, and the evidence that the task brings along (seed §5.3). */
export const init: FirmwareEffect = async (_ctx, bench, io) => {
  const { loaded, paths } = bench;
  if (loaded.dirtyFiles > 0) io.progress(UNCOMMITTED, uncommittedWork(loaded.dirtyFiles, loaded.baseCommit));
  for (const told of notGranted(bench.policy, loaded.task.constraints)) io.progress(NOTICE, told);
  if (bench.confinement === 'none') io.progress(NOTICE, NOT_CONFINED);
  io.progress('CLONE', loaded.repoRoot);
  const clone = await createClone({
    repoRoot: loaded.repoRoot,
    baseCommit: loaded.baseCommit,
    into: paths.clone,
    inputs: loaded.inputs,
    signal: io.signal,
  });
  if (!clone.ok)
    return { type: 'init_failed', reason: clone.error.message, evidence: [], problem: clone.error };
  const logs = await keepLogs(bench);
  return {
    type: 'context_ready',
    reason: text`cloned commit ${loaded.baseCommit.slice(0, 12)} for this run; evidence logs: ${logs.length}`,
    evidence: logs.map((l) => l.path),
    base_commit: loaded.baseCommit,
    logs,
  };
};

/** Every run that is so says so, whoever agreed to it before. */
export const NOT_CONFINED = text`NOT CONFINED: builds and tests of this run can read and write everything that you can`;

/** The person's own work is none of the run's, which surprises those who just changed a file. */
export const uncommittedWork = (files: number, base: string): Words => {
  const commit = base.slice(0, 12);
  return files === 1
    ? text`${files} uncommitted file is left out: the run works on commit ${commit}`
    : text`${files} uncommitted files are left out: the run works on commit ${commit}`;
};

/** Keeps the declared logs as they are now, each under its path below the repository. */
export const keepLogs = ({
  loaded: { logs, repoRoot },
  paths,
}: Pick<FirmwareBench, 'loaded' | 'paths'>): Promise<Artifact[]> =>
  Promise.all(
    logs.map(async (file) => {
      const name = path.relative(await realpath(repoRoot), await realpath(file));
      return storeBytes(name.split(path.sep).join('/'), await readFile(file), '.log', paths.artifacts);
    }),
  );
