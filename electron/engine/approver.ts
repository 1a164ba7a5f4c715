import type { Approvals, GateScope } from '../../shared/events.js';
import type { Policy } from '../../shared/policy.js';

/** What wears, moves or starts something outside of this computer. */
const PHYSICAL: readonly GateScope[] = ['flash', 'power'];

/**
 * Says of each scope whether the approval policy answers it with yes. No policy answers a `question`, and where approvals are locked
 * none answers anything. `all` covers physical boards only where the person's own policy file says so; who writes `flash` or `power`
 * out has said it.
 */
export const approver =
  (approvals: Approvals, { locks, unattendedFlash }: Pick<Policy, 'locks' | 'unattendedFlash'>) =>
  (scope: GateScope): boolean => {
    if (scope === 'question' || locks.approve) return false;
    if (approvals === 'all') return unattendedFlash || !PHYSICAL.includes(scope);
    return Array.isArray(approvals) && approvals.includes(scope);
  };
