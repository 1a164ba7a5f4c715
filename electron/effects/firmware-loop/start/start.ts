import * as z from 'zod';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { TaskAskedSchema } from '../../../../shared/task-asked.js';
import { playingFor } from '../../../agents/playing.js';
import { ownSearchSec, readPolicy } from '../../../files/policy-file.js';
import type { FirmwareContext, TaskFacts } from '../../../machine/firmware-loop/context.js';
import { initialContext } from '../../../machine/firmware-loop/initial.js';
import { unplayable } from '../../models/open-models.js';
import type { Start, StartParts } from '../../parts.js';
import { analysisModes } from '../open-bench.js';
import { withOverrides } from './overrides.js';
import type { FirmwareHeader } from './run-header.js';
import { sdkFolders } from './sdk-folders.js';
import { loadTask } from './task-file.js';
import { tighten } from './tighten.js';

type TaskHow = Omit<z.output<typeof TaskAskedSchema>, 'machine'>;

/** Errors: USAGE, and those of the task, the policy, the provider and the SDK folders. */
export const startFirmwareLoop: Start = async (parts, asked) => {
  const parsed = TaskAskedSchema.safeParse(asked);
  if (!parsed.success)
    return fail({
      code: 'USAGE',
      message: `this is no request for a run of a task: ${z.prettifyError(parsed.error)}`,
    });
  const header = await headerFor(parts, parsed.data);
  return header.ok ? ok({ goal: header.value.loaded.task.goal, header: header.value }) : header;
};

/** What a run of a task is started with, whichever machine runs it. Errors: as `startFirmwareLoop`. */
export async function headerFor(
  { home, profileDirs, env, approvals }: StartParts,
  asked: TaskHow,
): Promise<Result<FirmwareHeader>> {
  const task = await loadTask(asked.taskFile, profileDirs);
  if (!task.ok) return task;
  const policy = readPolicy(home);
  if (!policy.ok) return policy;
  const playing = playingFor(asked, { policy: policy.value, env });
  const missing = unplayable(playing, { env, policy: policy.value });
  if (missing !== null) return fail(missing);
  const { loaded, profile } = task.value;
  const sdk = sdkFolders([...policy.value.sdk, ...profile.sdk], { home });
  if (!sdk.ok) return sdk;
  const own = ownSearchSec(home);
  if (!own.ok) return own;
  const tightened = tighten(policy.value, loaded.task.constraints);
  const inForce = withOverrides(tightened, asked.overrides, own.value);
  if (!inForce.ok) return inForce;
  return ok({
    loaded,
    profile,
    policy: { ...inForce.value, sdk: sdk.value },
    ...playing,
    approvals: typeof approvals === 'string' ? approvals : [...approvals],
    analysisModes: analysisModes(playing, env),
  });
}

export function firstContext(run: string, header: FirmwareHeader): FirmwareContext {
  const { task } = header.loaded;
  const facts: TaskFacts = {
    cases: task.test.cases,
    heldOut: task.test.heldOut,
    controlRun: task.test.controlRun,
    configurations: task.build.configurations.length,
    maxTextBytes: task.metrics.maxTextBytes ?? null,
    maxTestDurationMs: task.metrics.maxTestDurationMs ?? null,
    boards: 1,
  };
  return initialContext({
    run,
    goal: task.goal,
    task: facts,
    policy: header.policy,
    analysisModes: header.analysisModes,
  });
}
