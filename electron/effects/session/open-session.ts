import { ok, type Result } from '../../../shared/problem.js';
import type { NodePlace } from '../../engine/kit.js';
import { storedApprovals } from '../../engine/stored-approvals.js';
import { openSessionWork } from '../../tools/open-session-work.js';
import { openModels } from '../models/open-models.js';
import { type KitParts, runFolderOf } from '../parts.js';
import type { SessionBench } from './bench.js';
import type { SessionHeader } from './header.js';

/** Puts together what one session works with. Errors: USAGE where a provider's settings are missing, ENV_ERROR where programs cannot be confined. */
export async function openSession(
  parts: KitParts,
  header: SessionHeader,
  place: Pick<NodePlace, 'node' | 'dir'>,
): Promise<Result<SessionBench>> {
  const { dir } = place;
  const { home, wasmDir, env, now, children, profileDirs, runs } = parts;
  const { provider, roles, policy, repo, task } = header;
  const models = openModels({
    ...{ home, dir: runFolderOf(place), policy, env, now, playing: { provider, roles } },
    inputs: task?.loaded.inputs ?? [],
  });
  if (!models.ok) return models;
  const opened = await openSessionWork({
    ...{ home, wasmDir, dir, profileDirs, policy, children, now },
    hasReader: hasReader(header),
    runs: runs(hasReader(header) ? { repository: repo?.root ?? null } : 'all'),
    repo: repo && { root: repo.root, subdir: repo.subdir, baseCommit: repo.baseCommit },
    task: task && { ...task, policy },
  });
  if (!opened.ok) return opened;
  const { work, close } = opened.value;
  const sending = { repository: repo?.root ?? null, sendApprovals: storedApprovals(home, 'send', now) };
  return ok({
    header,
    work,
    models: models.value,
    sending,
    starting: { home, wasmDir, env, profileDirs },
    close,
  });
}

/** Whether anything that the session reads goes to somebody else: a model, or the client of a connection. */
const hasReader = ({ mode, provider, roles }: SessionHeader): boolean =>
  mode === 'connection' || [provider, ...Object.values(roles)].some((player) => player !== 'rules');
