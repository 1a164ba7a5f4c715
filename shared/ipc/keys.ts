import * as z from 'zod';
import { KEYED_PROVIDERS, KeysViewSchema } from '../keys.js';
import { type CallsOf, nothing } from './calls.js';

/** Characters of a key; services have some hundred at most. */
const MOST_KEY = 4096;

const provider = z.enum(KEYED_PROVIDERS);

/** The calls about keys of models. A key goes in, and no answer holds one. */
export const KEY_CALLS = {
  keys: { in: nothing, out: KeysViewSchema },
  giveKey: { in: z.strictObject({ provider, key: z.string().max(MOST_KEY) }), out: KeysViewSchema },
  removeKey: { in: z.strictObject({ provider }), out: KeysViewSchema },
} as const satisfies CallsOf<'keys'>;
