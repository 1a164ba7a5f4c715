import * as z from 'zod';
import type { ProviderName } from './provider-name.js';

/** Providers that take a key; all others need none. */
export const KEYED_PROVIDERS = ['openai'] as const satisfies readonly ProviderName[];
export type KeyedProvider = (typeof KEYED_PROVIDERS)[number];

/** The variable of the environment that gives a provider's key. */
export const KEY_VARIABLES: Readonly<Record<KeyedProvider, string>> = { openai: 'OPENAI_API_KEY' };

/** A key, seen from the window: never the key itself. */
const KeyStateSchema = z.strictObject({
  provider: z.enum(KEYED_PROVIDERS),
  variable: z.string(),
  /** The environment of this process has one; it goes before a key that the window was given. */
  environment: z.boolean(),
  /** Where the one lies that the window was given; `unreadable`: it is kept, and the system does not open it any more. */
  given: z.enum(['stored', 'memory', 'unreadable']).nullable(),
});
export type KeyState = z.infer<typeof KeyStateSchema>;

export const KeysViewSchema = z.strictObject({
  keys: z.array(KeyStateSchema),
  /** A key that is given now outlives the window. */
  keeps: z.boolean(),
});
export type KeysView = z.infer<typeof KeysViewSchema>;
