import type { Catalogue } from './template.js';

/** By the key of a message: how releases that stored strings said it. Runs of that time are replayed with it. */
export const FORMER: Catalogue = {
  'the failure has not been seen without the patch yet': 'the failure was not yet seen without the patch',
  'every case passes, but a confidence of {0} does not settle it yet':
    'every case passes, but with a confidence of {0} that is not settled yet',
  'the limit of {0} iterations is reached: {1}': 'max_iterations reached ({0}): {1}',
  'the recovery failed, too: {0}': 'recovery itself failed: {0}',
  '{0} rollback': '{0} rollbacks',
  '{0} iteration without improvement': '{0} iterations without improvement',
  'held-out cases reject the only patch that was tried':
    'held-out cases reject every patch that was tried: 1',
  'held-out cases reject all {0} patches that were tried':
    'held-out cases reject every patch that was tried: {0}',
};
