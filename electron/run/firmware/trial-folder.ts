import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeScratch } from '../../workspace/scratch.js';
import type { FirmwareBench } from './bench.js';

/** A folder for one trial, inside the run's own: what a killed trial leaves goes with it. The caller removes it. */
export async function trialFolder({ paths }: FirmwareBench): Promise<string> {
  await mkdir(paths.trials, { recursive: true });
  return mkdtemp(path.join(paths.trials, 'trial-'));
}

/** Removes what a finished run needs no more: its throwaway copies. Clone, artifacts and report stay. */
export async function removeThrowaways({ paths }: FirmwareBench): Promise<void> {
  await Promise.all([removeScratch(paths.scratch), removeScratch(paths.baseline)]);
  await rm(paths.trials, { recursive: true, force: true });
}
