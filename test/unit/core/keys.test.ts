import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeys, type Vault } from '../../../electron/core/keys/keys.js';

const KEY = 'sk-canary-41c2f0d6aa';

/** A store whose secret is a number; another one does not open what this sealed. */
const vault = (secret = 1, isSafe = true): Vault => ({
  isSafe: () => isSafe,
  seal: (text) => Buffer.from([secret, ...Buffer.from(text).map((byte) => byte ^ 0x55)]),
  open: (sealed) => {
    if (sealed[0] !== secret) throw new Error('sealed by somebody else');
    return Buffer.from(sealed.subarray(1).map((byte) => byte ^ 0x55)).toString();
  },
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'benchloop-keys-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = (o: { env?: NodeJS.ProcessEnv; vault?: Vault } = {}) =>
  openKeys({ home, env: o.env ?? {}, vault: o.vault ?? vault() });
const file = () => path.join(home, 'keys.json');
const inClear = () =>
  readdirSync(home).filter((name) => readFileSync(path.join(home, name), 'latin1').includes(KEY));
const stateOf = (given: string | null, environment = false) => ({
  ok: true,
  value: { keys: [{ provider: 'openai', variable: 'OPENAI_API_KEY', given, environment }] },
});

describe('a key that the window is given', () => {
  it('is sealed, in a file that only its owner reads, and there after a restart', () => {
    const keys = open();
    expect(keys.view()).toMatchObject(stateOf(null));
    expect(keys.env.OPENAI_API_KEY).toBeUndefined();
    expect(keys.give('openai', `  ${KEY}\n`)).toMatchObject(stateOf('stored'));
    expect(keys.env.OPENAI_API_KEY).toBe(KEY);
    expect(inClear()).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(open().env.OPENAI_API_KEY).toBe(KEY);
    expect(open().view()).toMatchObject({ value: { keeps: true } });
  });

  it('is in memory alone where the system has no safe place', () => {
    const keys = open({ vault: vault(1, false) });
    expect(keys.give('openai', KEY)).toMatchObject({ ...stateOf('memory'), value: { keeps: false } });
    expect(keys.env.OPENAI_API_KEY).toBe(KEY);
    expect(readdirSync(home)).toEqual([]);
    expect(open({ vault: vault(1, false) }).env.OPENAI_API_KEY).toBeUndefined();
  });

  it('stands behind the one of the environment', () => {
    const keys = open({ env: { OPENAI_API_KEY: 'of-the-environment' } });
    expect(keys.give('openai', KEY)).toMatchObject(stateOf('stored', true));
    expect(keys.env.OPENAI_API_KEY).toBe('of-the-environment');
    expect(open({ env: { OPENAI_API_KEY: ' ' } }).env.OPENAI_API_KEY).toBe(KEY);
  });

  it('is in no copy of the environment', () => {
    const keys = open({ env: { PATH: '/bin' } });
    keys.give('openai', KEY);
    expect({ ...keys.env }).toEqual({ PATH: '/bin' });
    expect(JSON.stringify([keys.env, keys.view()])).not.toContain(KEY);
  });

  it('is gone when it is removed', () => {
    const keys = open();
    keys.give('openai', KEY);
    expect(keys.remove('openai')).toMatchObject(stateOf(null));
    expect(keys.env.OPENAI_API_KEY).toBeUndefined();
    expect(existsSync(file())).toBe(false);
    expect(keys.remove('openai')).toMatchObject(stateOf(null));
  });

  it('replaces the one before, in memory too', () => {
    const keys = open({ vault: vault(1, false) });
    keys.give('openai', 'sk-the-one-before');
    keys.give('openai', KEY);
    expect(keys.env.OPENAI_API_KEY).toBe(KEY);
  });

  it.each(['', 'short', 'two words-here', 'line\nend-in-it', 'schlüssel-mit-ü'])(
    'is refused where it can be none (%j), without being said back',
    (pasted) => {
      const refused = open().give('openai', pasted);
      expect(refused).toMatchObject({ ok: false, error: { code: 'USAGE' } });
      if (pasted !== '') expect(JSON.stringify(refused)).not.toContain(pasted);
      expect(readdirSync(home)).toEqual([]);
    },
  );
});

describe('a stored key', () => {
  it('that another secret sealed is said to be unreadable, and is replaced by the next one', () => {
    open().give('openai', KEY);
    const keys = open({ vault: vault(2) });
    expect(keys.view()).toMatchObject(stateOf('unreadable'));
    expect(keys.env.OPENAI_API_KEY).toBeUndefined();
    expect(keys.give('openai', KEY)).toMatchObject(stateOf('stored'));
  });

  it('in a damaged file is said to be unreadable; the file is kept aside when another one is given', () => {
    writeFileSync(file(), '{"version":1,"keys":{"openai":');
    const keys = open();
    expect(keys.view()).toMatchObject(stateOf('unreadable'));
    expect(keys.give('openai', KEY)).toMatchObject(stateOf('stored'));
    expect(readFileSync(path.join(home, 'keys.unreadable.json'), 'utf8')).toContain('"openai":');
  });
});

it('keys of providers that the policy forbids are not asked for', () => {
  writeFileSync(path.join(home, 'policy.yaml'), 'allowedProviders: [rules, manual]\n');
  expect(open().view()).toMatchObject({ ok: true, value: { keys: [] } });
  writeFileSync(path.join(home, 'policy.yaml'), 'allowedProviders: 3\n');
  expect(open().view()).toMatchObject({ ok: false, error: { code: 'POLICY_MALFORMED' } });
});

it('a key that cannot be written is an error, and is not used', () => {
  const keys = openKeys({ home: path.join(file(), 'below'), env: {}, vault: vault() });
  writeFileSync(file(), '');
  expect(keys.give('openai', KEY)).toMatchObject({ ok: false, error: { code: 'HOME_UNWRITABLE' } });
  expect(keys.env.OPENAI_API_KEY).toBeUndefined();
});
