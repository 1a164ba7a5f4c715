import path from 'node:path';
import { ok, type Result } from '../../../shared/problem.js';
import type { NodePlace } from '../../engine/kit.js';
import { storedApprovals } from '../../engine/stored-approvals.js';
import { openSessionWork } from '../../tools/open-session-work.js';
import { openModels } from '../models/open-models.js';
import { type KitParts, runFolderOf } from '../parts.js';
import type { DeliveryBench } from './bench.js';
import type { DeliveryHeader } from './header.js';

/** Puts together what one delivery works with. Errors: USAGE where a provider's settings are missing, ENV_ERROR where programs cannot be confined. */
export async function openDelivery(
  parts: KitParts,
  header: DeliveryHeader,
  place: NodePlace,
): Promise<Result<DeliveryBench>> {
  const { home, wasmDir, env, now, children, profileDirs, runs } = parts;
  const { provider, roles, policy, loaded, profile } = header;
  const models = openModels({
    ...{ home, dir: runFolderOf(place), policy, env, now, playing: { provider, roles } },
    inputs: loaded.inputs,
  });
  if (!models.ok) return models;
  const { repoRoot: root, subdir, baseCommit } = loaded;
  const opened = await openSessionWork({
    ...{ home, wasmDir, dir: place.dir, profileDirs, policy, children, now },
    hasReader: true,
    runs: runs({ repository: loaded.repoRoot }),
    repo: { root, subdir, baseCommit },
    task: { loaded, profile, policy },
  });
  if (!opened.ok) return opened;
  const { work, close } = opened.value;
  const { task } = work;
  if (task === null) throw new Error('a delivery has a task');
  return ok({
    ...{ header, work: { ...work, task }, models: models.value, wasmDir, close },
    sending: { repository: root, sendApprovals: storedApprovals(home, 'send', now) },
    nodes: path.join(runFolderOf(place), 'nodes'),
  });
}
