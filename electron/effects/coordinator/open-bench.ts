import { rm } from 'node:fs/promises';
import { ok, type Result } from '../../../shared/problem.js';
import { mockOutcomeOf } from '../../agents/mock/mock.js';
import type { NodePlace } from '../../engine/kit.js';
import { runPaths } from '../../tools/run-paths.js';
import { openBench } from '../firmware-loop/open-bench.js';
import { removeThrowaways } from '../firmware-loop/trial/trial-folder.js';
import { openModels } from '../models/open-models.js';
import { type KitParts, runFolderOf } from '../parts.js';
import type { CoordinatorBench } from './bench.js';
import type { CoordinatorHeader } from './header.js';

/** Errors: USAGE where a provider's settings are missing. */
export async function openRoundtable(
  parts: KitParts,
  { loop: header, parent }: CoordinatorHeader,
  place: NodePlace,
): Promise<Result<CoordinatorBench>> {
  const dir = runFolderOf(place);
  const models = openModels({
    ...parts,
    ...{ dir, playing: header, policy: header.policy, inputs: header.loaded.inputs },
  });
  if (!models.ok) return models;
  const loop = await openBench({ ...parts, dir, header });
  if (!loop.ok) return loop;
  const own = parent && { ...runPaths(place.dir), clone: parent.clone, artifacts: parent.artifacts };
  return ok({
    loop: own === null ? loop.value : { ...loop.value, paths: own },
    models: models.value,
    isFailing: (role) => mockOutcomeOf(parts.home, role) === 'failure',
    wasmDir: parts.wasmDir,
    isChild: parent !== null,
  });
}

/** What was copied to try proposals goes, wherever the roundtable stands: it is copied again. */
export async function closeRoundtable({ loop, isChild }: CoordinatorBench): Promise<void> {
  await loop.nextRuns.close();
  if (isChild) await rm(loop.paths.dir, { recursive: true, force: true });
  else await removeThrowaways(loop);
}
