import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { SessionAskedSchema } from '../../../shared/session-asked.js';
import { text } from '../../../shared/texts/words.js';
import { playingFor } from '../../agents/playing.js';
import { readPolicy } from '../../files/policy-file.js';
import { thisProcess } from '../../lab/this-process.js';
import { findRepository } from '../../workspace/repository.js';
import { sdkFolders } from '../firmware-loop/start/sdk-folders.js';
import { loadTask } from '../firmware-loop/start/task-file.js';
import { tighten } from '../firmware-loop/start/tighten.js';
import { unplayable } from '../models/open-models.js';
import type { Start, StartParts } from '../parts.js';
import type { SessionHeader } from './header.js';

type Asked = z.output<typeof SessionAskedSchema>;

/** Errors: USAGE, and those of the repository, the task, the policy, the provider and the SDK folders. */
export const startSession: Start = async (parts, asked) => {
  const parsed = SessionAskedSchema.safeParse(asked);
  if (!parsed.success)
    return fail({
      code: 'USAGE',
      message: text`this is no request for a session: ${z.prettifyError(parsed.error)}`,
    });
  const { data } = parsed;
  if (data.mode === 'turn' && data.text.trim() === '')
    return fail({
      code: 'USAGE',
      message: text`there is nothing in the request`,
      next: text`say what you want in one sentence`,
    });
  const header = await headerFor(parts, data);
  return header.ok
    ? ok({ goal: data.mode === 'turn' ? data.text : 'connection', header: header.value })
    : header;
};

async function headerFor(
  { home, profileDirs, approvals, env }: StartParts,
  asked: Asked,
): Promise<Result<SessionHeader>> {
  const policy = readPolicy(home);
  if (!policy.ok) return policy;
  const playing = playingFor(asked, { policy: policy.value, env });
  const missing = unplayable(playing, { policy: policy.value, env });
  if (missing !== null) return fail(missing);
  const task = await taskOf(asked, profileDirs);
  if (!task.ok) return task;
  const repo = await repoOf(asked, task.value);
  if (!repo.ok) return repo;
  const sdk = sdkFolders([...policy.value.sdk, ...(task.value?.profile.sdk ?? [])], { home });
  if (!sdk.ok) return sdk;
  const inForce = task.value ? tighten(policy.value, task.value.loaded.task.constraints) : policy.value;
  const { text: words, mode } = asked;
  return ok({
    ...{ text: words, mode, ...playing, repo: repo.value, task: task.value, research: null },
    client: mode === 'connection' ? thisProcess() : null,
    supervised: null,
    policy: { ...inForce, sdk: sdk.value },
    approvals: typeof approvals === 'string' ? approvals : [...approvals],
  });
}

async function taskOf(
  { taskFile }: Asked,
  profileDirs: readonly string[],
): Promise<Result<SessionHeader['task']>> {
  if (taskFile === undefined) return ok(null);
  const loaded = await loadTask(taskFile, profileDirs);
  return loaded.ok ? ok({ loaded: loaded.value.loaded, profile: loaded.value.profile }) : loaded;
}

/** The repository that is named, else the task's. Errors: USAGE where both are named and differ. */
async function repoOf(
  { repo, here }: Asked,
  task: SessionHeader['task'],
): Promise<Result<SessionHeader['repo']>> {
  const named =
    repo === undefined ? ok(null) : await findRepository(repo, text`check the folder that \`--repo\` names`);
  if (!named.ok) return named;
  if (task === null) return named.value === null && here !== undefined ? repoHere(here) : named;
  const { repoRoot: root, subdir, baseCommit, dirtyFiles } = task.loaded;
  if (named.value !== null && named.value.root !== root)
    return fail({
      code: 'USAGE',
      message: text`the task works on another repository: ${root}`,
      next: text`leave --repo out, or name a task of that repository`,
    });
  return ok({ root, subdir, baseCommit, dirtyFiles });
}

/** Where the operator stands is only a guess: without a commit there, the session works on boards alone. */
async function repoHere(here: string): Promise<Result<SessionHeader['repo']>> {
  const found = await findRepository(here);
  if (found.ok) return found;
  const isNone = found.error.code === 'REPO_NOT_FOUND' || found.error.code === 'REPO_NO_COMMIT';
  return isNone ? ok(null) : found;
}
