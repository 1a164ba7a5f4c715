import path from 'node:path';
import { ok, type Result } from '../../../shared/problem.js';
import type { Role } from '../../../shared/role.js';
import { mockOutcomeOf } from '../../agents/mock/mock.js';
import { playerOf } from '../../agents/playing.js';
import type { NodePlace } from '../../engine/kit.js';
import { storeFor } from '../../lab/tasks/choose-store.js';
import { type TaskClaims, taskClaims } from '../../lab/tasks/claims.js';
import type { TaskStore } from '../../lab/tasks/store.js';
import { openModels } from '../models/open-models.js';
import { type KitParts, runFolderOf } from '../parts.js';
import type { CampaignBench } from './bench.js';
import type { OrchestratorHeader } from './header.js';
import { isCampaignAtWork, isCampaignWorking } from './tasks/at-work.js';
import { taskFileForModel } from './tasks/tell-task.js';

/** Puts together what one campaign works with. Errors: USAGE where a provider's settings are missing. */
export async function openCampaign(
  { home, wasmDir, env, now, profileDirs, children }: KitParts,
  header: OrchestratorHeader,
  place: NodePlace,
): Promise<Result<CampaignBench>> {
  const dir = runFolderOf(place);
  const playing = { provider: header.provider, roles: header.roles };
  const models = openModels({ home, dir, policy: header.policy, env, now, playing, inputs: [] });
  if (!models.ok) return models;
  const isAtWork = isCampaignAtWork(home);
  const [first] = header.taskFiles;
  const folder = first === undefined ? header.here : path.dirname(first);
  const { beads } = header.policy;
  const kept = header.isMock
    ? { store: NO_STORE, unused: null }
    : storeFor({ home, folder, beads, env, children, isAtWork });
  return ok({
    ...{ header, home, dir, now, models: models.value, isAtWork, isWorking: isCampaignWorking(home) },
    player: (role: Role) => playerOf(playing, dir, role),
    mock: (role: Role) => mockOutcomeOf(home, role),
    claims: header.isMock ? NO_CLAIMS : taskClaims(home, isAtWork),
    ...{ store: kept.store, unusedTracker: kept.unused },
    taskForModel: (file: string) => taskFileForModel(file, profileDirs),
    starting: { home, wasmDir, env, profileDirs },
  });
}

/** What mocks made up is nothing that a later campaign could go on with. */
const NO_STORE: TaskStore = {
  kind: 'embedded',
  list: async () => ok([]),
  put: async () => ok(undefined),
  take: async () => ok(undefined),
};

const NO_CLAIMS: TaskClaims = { take: () => ok(null), drop: () => ok(undefined) };
