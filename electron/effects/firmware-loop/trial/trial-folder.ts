import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeScratch } from '../../../workspace/scratch.js';
import type { FirmwareBench } from '../bench.js';

/** A folder for one trial, inside the run's own: what a killed trial leaves goes with it. The caller removes it. */
export async function trialFolder({ paths }: FirmwareBench): Promise<string> {
  await mkdir(paths.trials, { recursive: true });
  return mkdtemp(path.join(paths.trials, 'trial-'));
}

/** The bench of a trial: images and logs of the many candidates go where they are thrown away. */
export const inTrials = (bench: FirmwareBench): FirmwareBench => ({
  ...bench,
  paths: { ...bench.paths, artifacts: path.join(bench.paths.trials, 'artifacts') },
});

/** Removes what a finished run needs no more: its throwaway copies. Clone, artifacts and report stay. */
export async function removeThrowaways({ paths }: FirmwareBench): Promise<void> {
  const beside = await readdir(paths.dir);
  const copies = beside
    .map((name) => path.join(paths.dir, name))
    .filter((file) => file.startsWith(paths.scratch));
  for (const copy of [...copies, paths.baseline]) await removeScratch(copy);
  await rm(paths.trials, { recursive: true, force: true });
}
