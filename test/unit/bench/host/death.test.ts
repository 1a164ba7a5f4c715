import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopOf } from '../../../../electron/bench/host/death.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'benchloop-death-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const nothingRuns = () => Promise.reject(new Error('no program was expected to run'));
const stop = () => stopOf({ file: join(dir, 'death'), tree: dir, cwd: dir, operation: 'r.1.x' }, nothingRuns);

describe('what stopped a program', () => {
  it('is the signal that it left, where no call was in the tree', async () => {
    writeFileSync(join(dir, 'death'), '11\na\nb\nc\n/lib/libc.so.6(+0x1)[0x7f01]\n');
    expect(await stop()).toMatchObject({ fault: { kind: 'SIGSEGV' } });
  });

  it('is not known where it left nothing, or no signal', async () => {
    expect(await stop()).toBeNull();
    writeFileSync(join(dir, 'death'), 'all is well\n');
    expect(await stop()).toBeNull();
  });

  it('is not looked for in a pipe or a link that the program has put there', {
    timeout: 10_000,
  }, async () => {
    execFileSync('mkfifo', [join(dir, 'death')]);
    expect(await stop()).toBeNull();
    rmSync(join(dir, 'death'));
    writeFileSync(join(dir, 'elsewhere'), '11\n');
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'death'));
    expect(await stop()).toBeNull();
  });
});
