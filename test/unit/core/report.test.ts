import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readReport } from '../../../electron/core/report.js';
import { runFolder } from '../../../electron/core/run-store.js';
import { reportFile } from '../../../electron/files/home-folder.js';

const home = mkdtempSync(path.join(tmpdir(), 'benchloop-store-'));
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('says of a report that is empty, as a power cut leaves files, that it cannot be read', () => {
  const run = { run: 'r', machine: 'firmware-loop' };
  expect(readReport(home, run)).toEqual({ ok: true, value: null });
  const file = reportFile(runFolder(home, 'r'));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  expect(readReport(home, run)).toMatchObject({
    ok: false,
    error: { code: 'ARTIFACT_MISSING', where: file },
  });
});
