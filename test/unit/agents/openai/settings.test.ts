import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAiSettings } from '../../../../electron/agents/openai/settings.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

describe('openAiSettings', () => {
  it('takes model, key and address from the environment', () => {
    const env = {
      BENCHLOOP_OPENAI_MODEL: 'm',
      OPENAI_API_KEY: 'k',
      BENCHLOOP_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    };
    expect(openAiSettings(env)).toEqual({
      ok: true,
      value: { baseURL: 'http://127.0.0.1:1/v1', apiKey: 'k', model: 'm', api: 'chat', timeoutMs: 120_000 },
    });
  });

  it('needs no key for a server of one’s own', () => {
    const env = { BENCHLOOP_OPENAI_MODEL: 'm', BENCHLOOP_OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
    expect(openAiSettings(env)).toMatchObject({ ok: true, value: { baseURL: 'http://127.0.0.1:1/v1' } });
  });

  it.each([
    ['600', 600_000],
    ['0.5', 500],
  ])('takes a time limit of %s s', (seconds, timeoutMs) => {
    const env = { BENCHLOOP_OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', BENCHLOOP_OPENAI_TIMEOUT_SEC: seconds };
    expect(openAiSettings(env)).toMatchObject({ ok: true, value: { timeoutMs } });
  });

  it('takes a file of certificates, and names one that is gone or holds none', () => {
    const file = path.join(tempDir(), 'ca.pem');
    const wrong = () => {
      const env = { BENCHLOOP_OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', BENCHLOOP_CA_FILE: file };
      const settings = openAiSettings(env);
      return settings.ok ? null : settings.error.next;
    };
    expect(wrong()).toContain('BENCHLOOP_CA_FILE (a PEM file of certificates)');
    writeFileSync(file, 'hello');
    expect(wrong()).toContain('BENCHLOOP_CA_FILE (a PEM file of certificates)');
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
    expect(wrong()).toBeNull();
  });

  it.each(['0', '-1', 'soon', '99999'])('refuses a time limit of %s', (seconds) => {
    const env = { BENCHLOOP_OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', BENCHLOOP_OPENAI_TIMEOUT_SEC: seconds };
    const settings = openAiSettings(env);
    expect(!settings.ok && settings.error.next).toContain('BENCHLOOP_OPENAI_TIMEOUT_SEC (seconds');
  });

  it('names everything that is missing and how to set it', () => {
    const settings = openAiSettings({});
    expect(settings).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    expect(!settings.ok && settings.error.next).toMatch(
      /BENCHLOOP_OPENAI_MODEL.*OPENAI_API_KEY.*--provider rules/,
    );
  });

  it.each(['file:///etc', 'nonsense', 'http://user:secret@h/v1'])(
    'refuses the address %s without repeating it',
    (url) => {
      const env = { BENCHLOOP_OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', BENCHLOOP_OPENAI_BASE_URL: url };
      const settings = openAiSettings(env);
      expect(settings.ok).toBe(false);
      expect(JSON.stringify(settings)).not.toContain(url);
    },
  );
});
