import type { Result } from '../../shared/problem.js';
import type { Epic } from '../../shared/work-item.js';
import { UNRECORDED } from '../bench/process/children.js';
import { readPolicy } from '../files/policy-file.js';
import { storeFor } from '../lab/tasks/choose-store.js';

/** The goals that a campaign begun in that folder would see. Errors: POLICY_MALFORMED, and those of the store. */
export async function listTasks(o: {
  home: string;
  folder: string;
  env: NodeJS.ProcessEnv;
}): Promise<Result<Epic[]>> {
  const policy = readPolicy(o.home);
  if (!policy.ok) return policy;
  const { beads } = policy.value;
  return storeFor({ ...o, beads, children: UNRECORDED, isAtWork: () => true }).store.list();
}
