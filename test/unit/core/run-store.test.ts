import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readReport, runFolder } from '../../../electron/core/run-store.js';
import { runPaths } from '../../../electron/effects/firmware-loop/paths.js';
import { REPORT_JSON } from '../../../electron/effects/firmware-loop/report/report-files.js';

const home = mkdtempSync(path.join(tmpdir(), 'benchloop-store-'));
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('says of a report that is empty, as a power cut leaves files, that it cannot be read', () => {
  expect(readReport(home, 'r')).toEqual({ ok: true, value: null });
  const { report } = runPaths(runFolder(home, 'r'));
  mkdirSync(report, { recursive: true });
  writeFileSync(path.join(report, REPORT_JSON), '');
  expect(readReport(home, 'r')).toMatchObject({
    ok: false,
    error: { code: 'ARTIFACT_MISSING', where: path.join(report, REPORT_JSON) },
  });
});
