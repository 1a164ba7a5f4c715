import type { Gated } from '../../../engine/effect.js';
import type { Confirmation } from '../../../machine/session/context.js';

/** What can be answered where the agent can do it otherwise: words in place of a yes go back to it. */
const WITH_CHANGE = ['yes', 'no', 'change'] as const;

/** What AWAITING_CONFIRMATION asks. */
export const confirmationOf = (gated: Gated): Confirmation => ({
  ...gated,
  ...(gated.scope === 'patch' && { choices: WITH_CHANGE }),
});
