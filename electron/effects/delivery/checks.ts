import { createHash } from 'node:crypto';
import type { Result } from '../../../shared/problem.js';
import type { CheckRun } from '../../../shared/roundtable.js';
import { text } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { type CheckCommand, runChecks } from '../../tools/checks/run-checks.js';
import { createScratch, removeScratch } from '../../workspace/scratch.js';
import { headOf } from '../../workspace/snapshot.js';
import type { DeliveryBench, DeliveryOutcomeEvent } from './bench.js';
import { orThrow } from './work-so-far.js';

/** Runs checks of the task in a copy of the work, so that what they write becomes no part of it. Errors: DECLINED, INIT_FAILURE. */
export async function checkWork(
  { patch }: Pick<DeliveryContext, 'patch'>,
  { work }: DeliveryBench,
  io: EffectIo,
  commands: CheckCommand[],
): Promise<Result<CheckRun[]>> {
  const { clone, scratch } = work.paths;
  const { commit } = orThrow(await headOf(clone));
  const copy = await createScratch({ cloneDir: clone, commit, into: scratch });
  if (!copy.ok) return copy;
  try {
    io.progress('CHECKS', commands.map(({ argv }) => argv.join(' ')).join('; '));
    const hash = createHash('sha256').update(patch).digest('hex');
    return await io.call(runChecks, { commands, patch: hash }, { ...work.task, tree: scratch });
  } finally {
    await removeScratch(scratch);
  }
}

/** Nothing is checked where the build, of which the checks are a part, may not run. */
export const buildDeclined: DeliveryOutcomeEvent = {
  type: 'cancel',
  reason: text`the build was not approved`,
  evidence: [],
};

export const failedOnes = (checks: readonly CheckRun[]): CheckRun[] =>
  checks.filter(({ status }) => status !== 'passed');

/** What a session is told of commands that failed. */
export const outputsOf = (checks: readonly CheckRun[]): string =>
  checks
    .map(({ argv, exit_code, output }) => `$ ${argv.join(' ')}\nexit code ${exit_code ?? 'none'}\n${output}`)
    .join('\n\n');
