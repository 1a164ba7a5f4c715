import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withOverrides } from '../../../../../electron/effects/firmware-loop/start/overrides.js';
import { ownSearchSec } from '../../../../../electron/files/policy-file.js';
import { defaultPolicy } from '../../../../../shared/policy.js';

describe('what a person changes for one run', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'benchloop-overrides-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const policy = defaultPolicy();

  it('is more time for the search, and nothing else of the policy', () => {
    expect(withOverrides(policy, { searchSec: 300 }, null)).toEqual({
      ok: true,
      value: { ...policy, searchSec: 300 },
    });
    expect(withOverrides(policy, {}, 60)).toEqual({ ok: true, value: policy });
  });

  it('is refused beyond what the policy file of the person says', async () => {
    await writeFile(path.join(home, 'policy.yaml'), 'searchSec: 200\nmaxRollbacks: 2\n');
    const own = ownSearchSec(home);
    expect(own).toEqual({ ok: true, value: 200 });
    expect(withOverrides(policy, { searchSec: 200 }, 200)).toMatchObject({ ok: true });
    expect(withOverrides(policy, { searchSec: 201 }, 200)).toMatchObject({
      ok: false,
      error: { code: 'USAGE', message: expect.stringContaining('200 s') },
    });
  });

  it('is not bound by a file that says nothing of it, or is not there', async () => {
    expect(ownSearchSec(home)).toEqual({ ok: true, value: null });
    await writeFile(path.join(home, 'policy.yaml'), 'maxRollbacks: 2\n');
    expect(ownSearchSec(home)).toEqual({ ok: true, value: null });
  });

  it('is refused where the state that searches would end before it', () => {
    expect(withOverrides(policy, { searchSec: 600 }, null)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('PATCH_GENERATION') },
    });
  });
});
