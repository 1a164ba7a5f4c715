import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeOf } from '../../../build/electron-fallback.mjs';
import { releaseRefusal, resolveElectron } from '../../../build/electron-runtime.mjs';

describe('the Electron to use', () => {
  let projectDir: string;
  let cacheDir: string;

  beforeEach(async () => {
    projectDir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-electron-'));
    cacheDir = path.join(projectDir, 'cache');
    const dist = path.join(projectDir, 'node_modules', 'electron', 'dist');
    await mkdir(dist, { recursive: true });
    await writeFile(path.join(dist, 'electron'), '');
    await writeFile(path.join(dist, 'version'), 'v45.0.0\n');
    await writeFile(path.join(dist, '..', 'path.txt'), 'electron');
  });

  afterEach(() => rm(projectDir, { recursive: true, force: true }));

  it('is the official binary where it is installed', async () => {
    const program = path.join(projectDir, 'node_modules', 'electron', 'dist', 'electron');
    expect(await resolveElectron({ projectDir, cacheDir })).toEqual({
      ok: true,
      runtime: { path: program, kind: 'official', version: '45.0.0' },
    });
  });

  it('is the one of BENCHLOOP_ELECTRON before all others', async () => {
    const given = path.join(projectDir, 'mine');
    await writeFile(given, '');
    await chmod(given, 0o755);
    expect(await resolveElectron({ projectDir, cacheDir, given })).toMatchObject({
      ok: true,
      runtime: { path: given, kind: 'given' },
    });
  });

  it('is none, with a reason, where BENCHLOOP_ELECTRON names nothing', async () => {
    const given = path.join(projectDir, 'gone');
    expect(await resolveElectron({ projectDir, cacheDir, given })).toMatchObject({
      ok: false,
      problem: expect.stringContaining(given),
    });
  });
});

describe('the fallback', () => {
  it('takes Electron out of the archive, without the other application and its snapshot', () => {
    expect(placeOf('Cypress/locales/en-US.pak')).toBe('locales/en-US.pak');
    expect(placeOf('Cypress/resources/app/index.js')).toBeUndefined();
    expect(placeOf('Cypress/browser_v8_context_snapshot.bin')).toBeUndefined();
    expect(placeOf('elsewhere/file')).toBeUndefined();
  });
});

describe('a release', () => {
  it('is packaged with the official Electron of the declared version', () => {
    expect(
      releaseRefusal({ path: 'electron', kind: 'official', version: '45.4.1' }, '45.4.1'),
    ).toBeUndefined();
  });

  it('is never packaged with another', () => {
    expect(releaseRefusal({ path: 'electron', kind: 'fallback', version: '33.2.1' }, '33.2.1')).toContain(
      'fallback',
    );
    expect(releaseRefusal({ path: 'electron', kind: 'given', version: '45.4.1' }, '45.4.1')).toContain(
      'given',
    );
    expect(releaseRefusal({ path: 'electron', kind: 'official', version: '44.0.0' }, '45.4.1')).toContain(
      '44.0.0',
    );
  });
});
