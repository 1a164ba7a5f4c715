import type { Problem, ProblemCode } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import type { ProviderOutcome } from '../../machine/coordinator/events.js';
import type { CoordinatorOutcome } from './bench.js';

/** Ends that a provider brings about. What policy, budget or a person refuse to send is a permission that is denied. */
const PROVIDER_ENDS: Readonly<Partial<Record<ProblemCode, ProviderOutcome>>> = {
  PROVIDER_NETWORK_ERROR: 'provider_network_error',
  PROVIDER_TIMEOUT: 'provider_timeout',
  PROVIDER_AUTH_ERROR: 'provider_auth_error',
  PROVIDER_NOT_FOUND: 'provider_not_found',
  PROVIDER_PERMISSION_DENIED: 'provider_permission_denied',
  POLICY_VIOLATION: 'provider_permission_denied',
  DECLINED: 'provider_permission_denied',
};

/** The end that a problem of a model's provider brings about; null: it is another problem. */
export function providerEnd(problem: Problem): CoordinatorOutcome | null {
  const type = PROVIDER_ENDS[problem.code];
  return type === undefined ? null : { type, reason: problem.message, evidence: [], problem };
}

/** Whether a problem is of a model or its provider, so that rules may stand in. */
export const isOfModel = (problem: Problem): boolean =>
  problem.code === 'MODEL_FAILURE' || providerEnd(problem) !== null;

/** What no row but the last one is for: the roundtable ends, and says why. */
export const broken = (
  problem: Problem,
  state: Extract<CoordinatorOutcome, { type: 'exception' }>['state'],
): CoordinatorOutcome => ({ type: 'exception', reason: problem.message, evidence: [], problem, state });

/** Nothing is tried where the build may not run. */
export const buildDeclined: CoordinatorOutcome = {
  type: 'aborted_by_operator',
  reason: text`the build was not approved`,
  evidence: [],
};
