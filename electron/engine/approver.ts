import type { Approvals, GateScope } from '../../shared/events.js';

/** What wears, moves or starts something outside of this computer. */
const PHYSICAL: readonly GateScope[] = ['flash', 'power'];

/**
 * Says of each scope whether the approval policy answers it with yes. No policy answers a `question`. `all` covers physical
 * boards only where the person's own policy file says so; who writes `flash` or `power` out has said it.
 */
export const approver =
  (approvals: Approvals, unattendedFlash: boolean) =>
  (scope: GateScope): boolean => {
    if (scope === 'question') return false;
    if (approvals === 'all') return unattendedFlash || !PHYSICAL.includes(scope);
    return Array.isArray(approvals) && approvals.includes(scope);
  };
