import { expect, it } from 'vitest';
import { renderHtml } from '../../../../../electron/effects/firmware-loop/report/html.js';
import { buildReport } from '../../../../../electron/effects/firmware-loop/report/summary.js';
import { renderText } from '../../../../../electron/effects/firmware-loop/report/text.js';
import type { FirmwareContext } from '../../../../../electron/machine/firmware-loop/context.js';
import { decisionsOf } from '../../../../../shared/decisions.js';
import type { Report } from '../../../../../shared/report.js';
import { contextOf } from '../../../../fixtures/firmware-run.js';
import { testOf } from '../../../../fixtures/firmware-values.js';

const reportOf = (more: Partial<FirmwareContext>): Report => {
  const ctx = contextOf({ task: { cases: ['a', 'b'], heldOut: ['c'] } });
  const rest = { patch: null, patchFile: null, branch: null, boards: [], traceLength: 1, at: 1 };
  const head = { outcome: 'FAILURE', parent: null };
  return {
    ...head,
    machine: 'firmware-loop',
    children: [],
    decisions: decisionsOf([], []),
    models: null,
    ...buildReport({ ...ctx, ...more }, rest),
  };
};

const pageOf = (report: Report): string => renderHtml({ report, trace: [], diff: null, log: '' });

it('counts no case as failed or missing where nothing ever ran', () => {
  const report = reportOf({});
  expect(report.tests).toMatchObject({ passed: 0, failed: 0, cases: [] });
  expect(renderText(report)).toContain('Cases: none reported');
  expect(renderText(report)).not.toContain('missing');
});

it.each([
  ['BUILD_FAILURE', 'NOT_FIXED', 'No test ran: the build failed'],
  ['TOOLCHAIN_MISSING', 'ENV_ERROR', 'No test ran: a tool is missing'],
  ['TEST_ENV_FAILURE', 'ENV_ERROR', 'No test ran to its end: the test environment is broken'],
] as const)('says why no test ran after %s, instead of two zeros', (code, verdict, told) => {
  const outcome = { status: 'FAILURE', verdict, reason: 'it failed' } as const;
  const report = reportOf({ last_error: { code, message: 'it failed' }, outcome, test_session_id: 's' });
  expect(renderText(report)).toContain(`${told}  (0 iterations`);
  expect(pageOf(report)).toContain(told);
  expect(renderText(report) + pageOf(report)).not.toContain('0 passed');
});

it('says so where a test ran and told of no case', () => {
  const report = reportOf({ last_test_result: { ...testOf('i', {}), metrics: { test_duration_ms: 4 } } });
  expect(pageOf({ ...report, tests: { passed: 0, failed: 0, cases: [] } })).toContain(
    'Cases: none reported.',
  );
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
