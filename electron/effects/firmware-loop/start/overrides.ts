import type { Policy } from '../../../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { TaskAsked } from '../../../../shared/task-asked.js';

/**
 * The policy of one run with what a person changed for it. What they wrote into their policy file holds all the same.
 * Error: USAGE where that, or the time limit of the state, leaves no room.
 *
 * @param ownSearchSec `searchSec` of the person's policy file; null where it says nothing of it
 */
export function withOverrides(
  policy: Policy,
  { searchSec }: NonNullable<TaskAsked['overrides']>,
  ownSearchSec: number | null,
): Result<Policy> {
  if (searchSec === undefined) return ok(policy);
  const state = policy.stateTimeoutSec['firmware-loop'].PATCH_GENERATION;
  if (ownSearchSec !== null && searchSec > ownSearchSec) return fail(beyondOwn(searchSec, ownSearchSec));
  if (searchSec >= state) return fail(beyondState(searchSec, state));
  return ok({ ...policy, searchSec });
}

const beyondOwn = (wanted: number, own: number): Problem => ({
  code: 'USAGE',
  message: `a search of ${wanted} s is longer than the ${own} s that your policy file allows`,
  where: 'policy.yaml',
  next: 'ask for less, or raise searchSec there',
});

const beyondState = (wanted: number, limit: number): Problem => ({
  code: 'USAGE',
  message: `a search of ${wanted} s does not fit: PATCH_GENERATION ends after ${limit} s`,
  where: 'policy.yaml',
  next: 'ask for less, or raise stateTimeoutSec.firmware-loop.PATCH_GENERATION there',
});
