import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecret } from '../../../../electron/bench/bmc/secret.js';
import { checkProfileTools } from '../../../../electron/bench/open-environment.js';
import { findProfile } from '../../../../electron/bench/profiles.js';
import { ProfileSchema } from '../../../../shared/profile.js';
import { realExec } from '../../../fixtures/exec.js';

const dir = mkdtempSync(join(tmpdir(), 'bl-secret-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const file = join(dir, 'password');

describe('a secret', () => {
  it('is what the environment variable holds', () => {
    expect(readSecret({ env: 'PW' }, { PW: 'tea pot' })).toEqual({ ok: true, value: 'tea pot' });
    expect(readSecret({ env: 'PW' }, { PW: '' })).toMatchObject({
      ok: false,
      error: { code: 'PORT_PERMISSION', where: 'PW', next: expect.stringContaining('set PW') },
    });
  });

  it('is the first line of a file that only its owner can read', () => {
    writeFileSync(file, 'tea pot\r\nmore', { mode: 0o600 });
    expect(readSecret({ file })).toEqual({ ok: true, value: 'tea pot' });
    chmodSync(file, 0o640);
    expect(readSecret({ file })).toMatchObject({ ok: false, error: { next: `chmod 600 ${file}` } });
    writeFileSync(file, '\n');
    chmodSync(file, 0o600);
    expect(readSecret({ file })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('empty') },
    });
    expect(readSecret({ file: `${file}-none` })).toMatchObject({ ok: false });
  });

  it('that is not there is told before a run, as a missing ipmitool is', async () => {
    const head = { id: 'rack', kind: 'bmc', title: 'Rack', host: 'rack', user: 'me' };
    const exec = await realExec();
    const check = (parts: object) => checkProfileTools(ProfileSchema.parse({ ...head, ...parts }), exec);
    const password = { env: 'PATH' };
    expect(await check({ password, power: 'redfish', console: { command: ['ssh', 'rack'] } })).toMatchObject({
      ok: true,
    });
    expect(await check({ password, ipmi: { program: 'ipmitool-nowhere' } })).toMatchObject({
      ok: false,
      error: { code: 'TOOLCHAIN_MISSING', next: expect.stringContaining('apt-get install') },
    });
    const prompts = [{ pattern: 'Password:', secret: { env: 'NOT_SET_ANYWHERE' } }];
    for (const parts of [{ password: { env: 'NOT_SET_ANYWHERE' } }, { password, boot: { prompts } }])
      expect(await check({ ...parts, ipmi: { program: 'sh' } })).toMatchObject({
        ok: false,
        error: { where: 'NOT_SET_ANYWHERE' },
      });
  });

  it('is looked for beside the profile, and never stands in it', () => {
    const profile = join(dir, 'rack.yaml');
    const head = 'id: rack\nkind: bmc\ntitle: Rack\nhost: 192.0.2.7\nuser: bench\n';
    writeFileSync(profile, `${head}password: { file: keys/rack }\n`);
    expect(findProfile(profile, [], dir)).toMatchObject({
      ok: true,
      value: { password: { file: join(dir, 'keys', 'rack') } },
    });
    for (const wrong of ['tea pot', '{}', '{ env: PW, file: keys/rack }', '{ env: tea pot }']) {
      writeFileSync(profile, `${head}password: ${wrong}\n`);
      expect(findProfile(profile, [], dir), wrong).toMatchObject({
        ok: false,
        error: { code: 'PROFILE_MALFORMED' },
      });
    }
  });
});
