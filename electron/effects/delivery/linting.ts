import { inEnglish, text } from '../../../shared/texts/words.js';
import type { CheckCommand } from '../../tools/checks/run-checks.js';
import type { DeliveryEffect } from './bench.js';
import { buildDeclined, checkWork, failedOnes, outputsOf } from './checks.js';

/** LINTING: the task's lint and style checks, by its own calls; exit codes decide. */
export const linting: DeliveryEffect = async (ctx, bench, io) => {
  const { lint, style } = bench.header.loaded.task.checks;
  const commands = [
    ...lint.map((argv): CheckCommand => ({ kind: 'lint', argv })),
    ...style.map((argv): CheckCommand => ({ kind: 'style', argv })),
  ];
  if (commands.length === 0)
    return { type: 'lint_pass', reason: text`the task names no lint check`, evidence: [], checks: [] };
  const run = await checkWork(ctx, bench, io, commands);
  if (!run.ok) {
    if (run.error.code === 'DECLINED') return buildDeclined;
    throw new Error(inEnglish(run.error.message));
  }
  const checks = run.value;
  const failed = failedOnes(checks);
  if (failed.length === 0)
    return { type: 'lint_pass', reason: text`lint checks passed: ${checks.length}`, evidence: [], checks };
  return {
    type: 'lint_fail',
    reason: text`checks failed: ${failed.map(({ argv }) => argv.join(' ')).join('; ')}`,
    evidence: [],
    checks,
    only_style: failed.every(({ kind }) => kind === 'style'),
    push: `Correct what these checks report, and nothing else:\n\n${outputsOf(failed)}`,
  };
};
