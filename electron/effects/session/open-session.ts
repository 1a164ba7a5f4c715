import { ok, type Result } from '../../../shared/problem.js';
import { openSessionWork } from '../../tools/open-session-work.js';
import { openModels } from '../models/open-models.js';
import type { KitParts } from '../parts.js';
import type { SessionBench } from './bench.js';
import type { SessionHeader } from './header.js';

/** Puts together what one session works with. Errors: USAGE where a provider's settings are missing. */
export async function openSession(
  parts: KitParts,
  header: SessionHeader,
  dir: string,
): Promise<Result<SessionBench>> {
  const { home, wasmDir, env, now, children, profileDirs, runs } = parts;
  const { provider, roles, policy, repo, task } = header;
  const models = openModels({ dir, playing: { provider, roles }, env, now });
  if (!models.ok) return models;
  const { work, close } = await openSessionWork({
    ...{ home, wasmDir, dir, profileDirs, policy, children, now, runs },
    repo: repo && { root: repo.root, subdir: repo.subdir, baseCommit: repo.baseCommit },
    task: task && { ...task, policy },
  });
  return ok({ header, work, models: models.value, starting: { home, wasmDir, env, profileDirs }, close });
}
