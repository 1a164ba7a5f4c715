import type { HandlersOf } from '../../shared/ipc.js';
import type { Keys } from '../core/keys/keys.js';

/** What main does for the calls about keys. */
export const keyHandlers = (keys: Keys): HandlersOf<'keys'> => ({
  keys: () => keys.view(),
  giveKey: ({ provider, key }) => keys.give(provider, key),
  removeKey: ({ provider }) => keys.remove(provider),
});
