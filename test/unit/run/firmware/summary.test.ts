import { expect, it } from 'vitest';
import type { FirmwareContext } from '../../../../electron/machine/firmware-loop/context.js';
import { buildReport } from '../../../../electron/run/firmware/summary.js';
import { renderText } from '../../../../electron/run/report/text.js';
import type { Report } from '../../../../shared/report.js';
import { contextOf } from '../../../fixtures/firmware-run.js';
import { testOf } from '../../../fixtures/firmware-values.js';

const reportOf = (more: Partial<FirmwareContext>): Report => {
  const ctx = contextOf({ task: { cases: ['a', 'b'], heldOut: ['c'] } });
  const rest = { patch: null, patchFile: null, branch: null, boards: [], traceLength: 1, at: 1 };
  return buildReport({ ...ctx, ...more }, rest);
};

it('counts no case as failed or missing where nothing ever ran', () => {
  const report = reportOf({});
  expect(report.tests).toMatchObject({ passed: 0, failed: 0, cases: [] });
  expect(renderText(report)).toContain('Cases: none reported');
  expect(renderText(report)).not.toContain('missing');
});

it('counts what a run that took place did not report as missing', () => {
  const report = reportOf({ last_test_result: testOf('i', { a: 'pass' }) });
  expect(report.tests).toMatchObject({ passed: 1, failed: 2 });
  expect(renderText(report)).toContain('Cases: 1 passed, 2 failed');
});

it('counts the cases of the task as missing where a target ran and no result came of it', () => {
  const report = reportOf({ test_session_id: 'run-1.5.session' });
  expect(report.tests).toMatchObject({ passed: 0, failed: 3 });
});
