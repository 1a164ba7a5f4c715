import { describe, expect, it } from 'vitest';
import { createBootTalk } from '../../../../electron/bench/bmc/boot-talk.js';
import { BmcProfileSchema } from '../../../../shared/profile/bmc.js';

const PROMPTS = [{ pattern: 'login: $' }, { pattern: 'Password: $' }];

async function talk(chunks: readonly string[], parts: object = { test: { prompt: '^# $', command: 'run' } }) {
  const { boot, test } = BmcProfileSchema.parse({
    ...{ id: 'rack', kind: 'bmc', title: 'Rack', host: 'rack', user: 'me', password: { env: 'PW' } },
    boot: { prompts: PROMPTS },
    ...parts,
  });
  const typed: string[] = [];
  let ready = false;
  const heard = createBootTalk({ boot, test }, ['root', 'secret'], (text) => typed.push(text));
  void heard.ready.then(() => {
    ready = true;
  });
  for (const chunk of chunks) heard.hear(Buffer.from(chunk));
  await Promise.resolve();
  return { typed, ready };
}

describe('a machine that asks on its way up', () => {
  it('is answered, each question once, until its prompt stands there', async () => {
    const said = ['boot\r\nhost lo', 'gin: ', 'root\r\nPassword: ', '\r\nWelcome\r\n# '];
    expect(await talk(said)).toEqual({ typed: ['root', 'secret'], ready: true });
    expect(await talk(said.slice(0, 3))).toEqual({ typed: ['root', 'secret'], ready: false });
    expect(await talk(['login: ', 'root\r\nlogin: ', '\r\nlogin: '])).toEqual({
      typed: ['root'],
      ready: false,
    });
  });

  it('makes nobody type after its prompt', async () => {
    expect(await talk(['# ', '\r\nlogin: ', '\r\nPassword: '])).toEqual({ typed: [], ready: true });
  });

  it('is asked nothing in lines that have ended', async () => {
    expect(await talk(['login: \r\n# \r\n'])).toEqual({ typed: [], ready: false });
  });

  it('is ready at once where the profile has no prompt', async () => {
    expect(await talk(['login: '], {})).toEqual({ typed: ['root'], ready: true });
  });
});
