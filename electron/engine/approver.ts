import type { Approvals, GateScope } from '../../shared/events.js';
import type { Policy } from '../../shared/policy.js';

/** What leaves this computer, or runs what the operator has not named. */
const OUTWARD: readonly GateScope[] = ['publish', 'deploy', 'send', 'exec'];

/** What wears, moves or starts something outside of this computer. */
const PHYSICAL: readonly GateScope[] = ['flash', 'power'];

/** Whether an approval policy answers a scope with yes. @param isNamedAlone `all` does not count */
export type Approver = (scope: GateScope, isNamedAlone?: boolean) => boolean;

/**
 * Says of each scope whether the approval policy answers it with yes. No policy answers a `question`, and where approvals are locked
 * none answers anything. `all` covers physical boards only where the person's own policy file says so; who writes `flash` or `power`
 * out has said it.
 */
export const approver =
  (approvals: Approvals, { locks, unattendedFlash }: Pick<Policy, 'locks' | 'unattendedFlash'>): Approver =>
  (scope, isNamedAlone = false) => {
    if (scope === 'question' || locks.approve) return false;
    if (approvals === 'all') return !isNamedAlone && (unattendedFlash || !PHYSICAL.includes(scope));
    return Array.isArray(approvals) && approvals.includes(scope);
  };

/** The same for a session, and for all that one has begun: outward scopes are answered by a person, or by a policy that names them. */
export const sessionApprover: typeof approver = (approvals, policy) => {
  const approves = approver(approvals, policy);
  return (scope, isNamedAlone) =>
    approves(scope, isNamedAlone) && (approvals !== 'all' || !OUTWARD.includes(scope));
};
