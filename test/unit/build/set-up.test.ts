import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstMismatch } from '../../../build/dependencies.mjs';
import { fingerprint } from '../../../build/fingerprint.mjs';
import { nodeSatisfies } from '../../../build/setup.mjs';
import { missingPackages } from '../../../build/system-packages.mjs';

describe('the Node version', () => {
  it.each([
    ['20.19.0', true],
    ['22.4.1', true],
    ['20.18.3', false],
    ['18.20.0', false],
  ])('%s is enough for >=20.19: %s', (version, enough) => {
    expect(nodeSatisfies(version, '>=20.19')).toBe(enough);
  });
});

describe('installed npm packages', () => {
  const locked = {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/@libsql/win32': { version: '1.0.0', optional: true },
  };

  it('are as locked when only binaries of other systems are absent', () => {
    expect(firstMismatch(locked, { 'node_modules/zod': { version: '4.0.0' } })).toBeUndefined();
  });

  it('are not as locked when one is absent or of another version', () => {
    expect(firstMismatch(locked, {})).toBe('node_modules/zod');
    expect(firstMismatch(locked, { 'node_modules/zod': { version: '3.9.0' } })).toBe('node_modules/zod');
    const otherBinary = {
      'node_modules/zod': { version: '4.0.0' },
      'node_modules/@libsql/win32': { version: '0.9.0' },
    };
    expect(firstMismatch(locked, otherBinary)).toBe('node_modules/@libsql/win32');
  });
});

describe('Debian packages', () => {
  const packages = [
    { debian: 'git', why: 'clones' },
    { debian: 'libasound2', since13: 'libasound2t64', why: 'the window' },
  ];

  it('are there under their old and under their new name', () => {
    expect(missingPackages(packages, 'git\tii \nlibasound2\tii \n')).toEqual([]);
    expect(missingPackages(packages, 'git\tii \nlibasound2t64\tii \n')).toEqual([]);
  });

  it('are missing when unknown, removed or half installed', () => {
    expect(missingPackages(packages, 'git\trc \nlibasound2t64\tiU \n')).toEqual(packages);
    expect(missingPackages(packages, '')).toEqual(packages);
  });
});

describe('the fingerprint of sources', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'benchloop-fingerprint-'));
    await writeFile(path.join(root, 'a.ts'), 'one');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('is the same for the same contents, whatever is absent', async () => {
    expect(await fingerprint(root, ['a.ts', 'gone'])).toBe(await fingerprint(root, ['a.ts']));
  });

  it('changes with a content and with a name', async () => {
    const before = await fingerprint(root, ['.']);
    await writeFile(path.join(root, 'a.ts'), 'two');
    const changed = await fingerprint(root, ['.']);
    await writeFile(path.join(root, 'b.ts'), '');
    const added = await fingerprint(root, ['.']);
    expect(new Set([before, changed, added]).size).toBe(3);
  });
});
