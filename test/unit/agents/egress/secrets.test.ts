import { describe, expect, it } from 'vitest';
import { hideSecrets } from '../../../../electron/agents/egress/secrets.js';
import { question } from '../../../fixtures/question.js';

const saying = (content: string) => question({ messages: [{ role: 'user', content }] });
const PEM = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIBkg\n-----END EC PRIVATE KEY-----';

describe('hideSecrets', () => {
  it.each([
    ['API_KEY', 'const k = sk-proj-abcdEFGH1234567890abcd;', 'sk-proj-abcdEFGH1234567890abcd'],
    ['API_KEY', 'aws AKIAIOSFODNN7EXAMPLE here', 'AKIAIOSFODNN7EXAMPLE'],
    [
      'TOKEN',
      'git clone with ghp_abcdefghijklmnopqrstuvwxyz0123456789',
      'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    ],
    ['TOKEN', 'Authorization: Bearer abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
    ['PRIVATE_KEY', PEM, PEM],
    ['PASSWORD', '#define WIFI_PASSWORD "hunter2!"', 'hunter2!'],
    ['PASSWORD', 'static const char mqtt_pwd[] = "s3cr3t";', 's3cr3t'],
    ['PASSWORD', 'mqtt://user:geheim@broker.local/x', 'geheim'],
    ['PASSWORD', '"api_key": "0123abcd"', '0123abcd'],
  ])('puts a %s placeholder into %s', (kind, text, secret) => {
    const hidden = hideSecrets(saying(text), []);
    expect(hidden.question.messages[0]?.content).toBe(text.replace(secret, `__BENCHLOOP_${kind}_1__`));
    expect(hidden.replaced).toEqual({ [kind]: 1 });
  });

  it.each([
    '#define KEY_SIZE 16',
    'int key = 4;',
    'password(user)',
    'token_t token = next();',
    'see https://h/a:b',
  ])('leaves ordinary code alone: %s', (text) => {
    const hidden = hideSecrets(saying(text), []);
    expect(hidden.question.messages[0]?.content).toBe(text);
    expect(hidden.replaced).toEqual({});
  });

  it('gives one secret one name, wherever it stands, and others other names', () => {
    const hidden = hideSecrets(
      saying('a_password = "first1" b_password = "second" c_password = "first1"'),
      [],
    );
    expect(hidden.question.messages[0]?.content).toBe(
      'a_password = "__BENCHLOOP_PASSWORD_1__" b_password = "__BENCHLOOP_PASSWORD_2__" c_password = "__BENCHLOOP_PASSWORD_1__"',
    );
  });

  it('replaces what it is told of, also in the arguments of calls', () => {
    const calls = [{ id: '1', tool: 'write_file', args: { content: ['canary-77'] } }];
    const asked = question({ messages: [{ role: 'assistant', content: 'see canary-77', calls }] });
    const { question: sent } = hideSecrets(asked, [{ kind: 'INPUT', text: 'canary-77' }]);
    expect(JSON.stringify(sent)).not.toContain('canary-77');
    expect(JSON.stringify(sent).match(/__BENCHLOOP_INPUT_1__/g)).toHaveLength(2);
  });

  it('puts the secret back into a reply, as JSON where JSON was asked for', () => {
    const format = { name: 'edits', schema: {} };
    const { restore } = hideSecrets({ ...saying('x_password = "a\\"bc"'), format }, []);
    const text = '{"find":"__BENCHLOOP_PASSWORD_1__"}';
    const calls = [{ id: '1', tool: 't', args: { find: '__BENCHLOOP_PASSWORD_1__' } }];
    const reply = restore({ text, calls, usage: null });
    expect(JSON.parse(reply?.text ?? '')).toEqual({ find: 'a\\"bc' });
    expect(reply?.calls[0]?.args).toEqual({ find: 'a\\"bc' });
  });

  it('refuses a reply with a placeholder that stands for nothing', () => {
    const { restore } = hideSecrets(saying('nothing'), []);
    expect(restore({ text: 'use __BENCHLOOP_TOKEN_1__', calls: [], usage: null })).toBeNull();
  });
});
