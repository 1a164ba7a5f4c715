import path from 'node:path';
import * as z from 'zod';
import { DeliveryAskedSchema } from '../../../shared/delivery-asked.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { isDeployable, type Profile } from '../../../shared/profile.js';
import { text } from '../../../shared/texts/words.js';
import { playingFor } from '../../agents/playing.js';
import { faultOfTaskProfile } from '../../bench/profile-of-task.js';
import { findProfile } from '../../bench/profiles.js';
import { readPolicy } from '../../files/policy-file.js';
import { sdkFolders } from '../firmware-loop/start/sdk-folders.js';
import { tighten } from '../firmware-loop/start/tighten.js';
import { unplayable } from '../models/open-models.js';
import type { Start, StartParts } from '../parts.js';
import { convergedRun, type Work } from './converged-run.js';
import type { DeliveryHeader } from './header.js';

type Asked = z.output<typeof DeliveryAskedSchema>;

/** Errors: USAGE; RUN_NOT_FOUND, and USAGE for a run that has nothing to deliver; those of profiles, policy and provider. */
export const startDelivery: Start = async (parts, asked) => {
  const parsed = DeliveryAskedSchema.safeParse(asked);
  if (!parsed.success)
    return fail({
      code: 'USAGE',
      message: text`this is no request for a delivery: ${z.prettifyError(parsed.error)}`,
    });
  const work = await convergedRun(parts.home, parsed.data.of);
  if (!work.ok) return work;
  const header = deliveryHeader(parts, parsed.data, work.value);
  return header.ok ? ok({ goal: work.value.loaded.task.goal, header: header.value }) : header;
};

/**
 * What a delivery is started with, by whomever: the campaign that dispatched the run as well. Errors: USAGE where a profile cannot be deployed to,
 * those of profiles, policy and provider.
 */
function deliveryHeader(
  { home, profileDirs, env, approvals }: StartParts,
  asked: Pick<Asked, 'deploy' | 'provider' | 'roles'>,
  { of, patch, message, text: said, loaded, profile, cases, has_tests }: Work,
): Result<DeliveryHeader> {
  const policy = readPolicy(home);
  if (!policy.ok) return policy;
  const playing = playingFor(asked, { policy: policy.value, env });
  const missing = unplayable(playing, { policy: policy.value, env });
  if (missing !== null) return fail(missing);
  const { task, file } = loaded;
  const find = (ids: readonly string[]) => profilesOf(ids, [...profileDirs], file);
  const profiles = task.profiles === undefined ? ok([profile]) : find(task.profiles);
  if (!profiles.ok) return profiles;
  const foreign = foreignFault(task.profiles ?? [], [...profileDirs], file);
  if (foreign !== null) return fail(foreign);
  const targets = find(asked.deploy);
  if (!targets.ok) return targets;
  const odd = targets.value.find((one) => !isDeployable(one));
  if (odd !== undefined) return fail(notDeployable(odd));
  const all = [profile, ...profiles.value, ...targets.value];
  const sdk = sdkFolders([...policy.value.sdk, ...all.flatMap((one) => one.sdk)], { home });
  if (!sdk.ok) return sdk;
  return ok({
    ...{ loaded, profile, profiles: profiles.value, targets: targets.value, ...playing, of, patch, message },
    ...{ text: said, cases, has_tests },
    policy: { ...tighten(policy.value, task.constraints), sdk: sdk.value },
    approvals: typeof approvals === 'string' ? approvals : [...approvals],
  });
}

function profilesOf(ids: readonly string[], dirs: string[], taskFile: string): Result<Profile[]> {
  const found: Profile[] = [];
  for (const id of ids) {
    const profile = findProfile(id, dirs, path.dirname(taskFile));
    if (!profile.ok) return profile;
    if (found.every((one) => one.id !== profile.value.id)) found.push(profile.value);
  }
  return ok(found);
}

/** Why profiles that the task names by their paths may not be used. */
function foreignFault(ids: readonly string[], dirs: string[], taskFile: string): Problem | null {
  for (const id of ids) {
    const profile = findProfile(id, dirs, path.dirname(taskFile));
    const fault = profile.ok ? faultOfTaskProfile(id, profile.value) : null;
    if (fault !== null) return { code: 'TASK_MALFORMED', where: `${taskFile}: profiles`, ...fault };
  }
  return null;
}

const notDeployable = ({ id, kind }: Profile): Problem =>
  kind === 'script'
    ? {
        code: 'USAGE',
        message: text`nothing can be deployed to ${id}: its profile has no \`flash\``,
        next: text`say in the profile which program writes the image`,
      }
    : {
        code: 'USAGE',
        message: text`nothing can be deployed to ${id}: it is of the kind ${kind}`,
        next: text`name the profile of a board, or of a vendor's script`,
      };
