import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledFile, openScript, runScript } from '../../../electron/cli/script.js';

const SOURCE =
  '(function (exports, require, module, __filename, __dirname) { exports.at = () => [__filename, __dirname, require("node:path").sep]; })';

let dir: string;
let file: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-script-'));
  file = path.join(dir, 'one.cjs');
  writeFileSync(file, SOURCE);
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('a script', () => {
  const expectToRun = (script: ReturnType<typeof openScript>): void =>
    expect(runScript<{ at: () => string[] }>(script, file).at()).toEqual([file, dir, path.sep]);

  it('runs as a CommonJS module, with nothing that was compiled before', () => {
    rmSync(compiledFile(file), { force: true });
    expectToRun(openScript(file));
  });

  it('takes what was compiled before', () => {
    writeFileSync(compiledFile(file), openScript(file).createCachedData());
    const script = openScript(file);
    expect(script.cachedDataRejected).toBe(false);
    expectToRun(script);
  });

  it.each([
    ['nothing', () => Buffer.alloc(0)],
    ['garbage', () => Buffer.from('no code of V8, whatever its length may be')],
  ])('runs where what was compiled before is %s', (what, content) => {
    // Of the same source V8 would know in this process already what it compiled.
    writeFileSync(file, `${SOURCE} // beside ${what}`);
    writeFileSync(compiledFile(file), content());
    const script = openScript(file);
    expect(script.cachedDataRejected).toBe(true);
    expectToRun(script);
  });
});
