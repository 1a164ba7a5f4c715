import { KEY_VARIABLES, KEYED_PROVIDERS, type KeyedProvider, type KeysView } from '../../../shared/keys.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { homeProblem } from '../../files/home.js';
import { readPolicy } from '../../files/policy-file.js';
import { keyFileIn } from './key-file.js';

/** Seals texts with a secret that the system keeps for this person. */
export interface Vault {
  /** False where the system has no such secret, or keeps it where everybody can read it. */
  isSafe(): boolean;
  /** @throws Error of the system */
  seal(text: string): Buffer;
  /** @throws Error of the system, also where another secret sealed it */
  open(sealed: Buffer): string;
}

/** The keys of models, as the window gives and uses them. */
export interface Keys {
  /** The environment of models: keys are read from it at each use, and no copy of it holds them. */
  env: NodeJS.ProcessEnv;
  /** Errors: POLICY_MALFORMED. */
  view(): Result<KeysView>;
  /** Errors: USAGE for what can be no key, DISK_FULL, HOME_UNWRITABLE. */
  give(provider: KeyedProvider, key: string): Result<KeysView>;
  /** Errors: DISK_FULL, HOME_UNWRITABLE. */
  remove(provider: KeyedProvider): Result<KeysView>;
}

/** Printed ASCII without blanks, as the value of a header may be (RFC 9110, section 5.5). Shorter ones are placeholders. */
const KEY = /^[\x21-\x7e]{8,}$/;

/**
 * The one source of keys: the environment, and what the person gave the window. The environment goes first: it is what the
 * command line uses, so that both use the same key. A given key is sealed and kept where `vault` is safe, else only in memory.
 */
export function openKeys({ home, env, vault }: { home: string; env: NodeJS.ProcessEnv; vault: Vault }): Keys {
  const file = keyFileIn(home);
  const inMemory = new Map<KeyedProvider, string>();
  const opened = new Map<string, string>();

  /** The key that is kept; undefined: none. @returns null where it cannot be opened */
  const kept = (provider: KeyedProvider): string | null | undefined => {
    const all = file.read();
    if (all === null) return null;
    const sealed = all[provider];
    if (sealed === undefined) return undefined;
    try {
      const key = opened.get(sealed) ?? vault.open(Buffer.from(sealed, 'base64'));
      opened.set(sealed, key);
      return key;
    } catch {
      return null; // told as `unreadable`
    }
  };
  const given = (provider: KeyedProvider): KeysView['keys'][number]['given'] => {
    if (inMemory.has(provider)) return 'memory';
    const key = kept(provider);
    return key === undefined ? null : key === null ? 'unreadable' : 'stored';
  };
  const view = (): Result<KeysView> => {
    const policy = readPolicy(home);
    if (!policy.ok) return policy;
    const { allowedProviders: allowed } = policy.value;
    const keys = KEYED_PROVIDERS.filter((provider) => allowed === null || allowed.includes(provider)).map(
      (provider) => ({
        ...{ provider, variable: KEY_VARIABLES[provider], given: given(provider) },
        environment: isSet(env[KEY_VARIABLES[provider]]),
      }),
    );
    return ok({ keys, keeps: vault.isSafe() });
  };
  const put = (provider: KeyedProvider, key: string | null): Result<KeysView> => {
    try {
      const sealed = key !== null && vault.isSafe() ? vault.seal(key).toString('base64') : null;
      file.put(provider, sealed);
      if (key !== null && sealed === null) inMemory.set(provider, key);
      else inMemory.delete(provider);
    } catch (error) {
      return fail(homeProblem(error, home));
    }
    return view();
  };
  return {
    env: withKeys(env, (provider) => inMemory.get(provider) ?? kept(provider) ?? undefined),
    view,
    give: (provider, pasted) => {
      const key = pasted.trim();
      return KEY.test(key) ? put(provider, key) : fail(noKey);
    },
    remove: (provider) => put(provider, null),
  };
}

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** Not enumerable: whoever copies the environment, for a child or a log, copies no key. */
function withKeys(
  env: NodeJS.ProcessEnv,
  read: (provider: KeyedProvider) => string | undefined,
): NodeJS.ProcessEnv {
  const all = { ...env };
  for (const provider of KEYED_PROVIDERS) {
    const variable = KEY_VARIABLES[provider];
    const get = () => (isSet(env[variable]) ? env[variable] : read(provider));
    Object.defineProperty(all, variable, { get, enumerable: false });
  }
  return all;
}

const noKey: Problem = {
  code: 'USAGE',
  message: text`this is no key: a key has at least 8 characters, without blanks and line ends`,
  next: text`copy it again from the page of the service`,
};
