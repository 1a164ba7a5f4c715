import type { Problem } from '../../../../shared/problem.js';
import { inEnglish, nested, text } from '../../../../shared/texts/words.js';
import { visible } from '../../../../shared/visible-text.js';
import { planText } from '../../../agents/session/conversation.js';
import { RECOVER } from '../../../agents/session/judgements.js';
import type { EffectIo } from '../../../engine/effect.js';
import { openStep, type SessionContext } from '../../../machine/session/context.js';
import { restoreTree } from '../../../tools/restore-tree.js';
import type { SessionBench, SessionOutcome } from '../bench.js';
import { judge } from './asking.js';
import { stepsFrom } from './steps.js';
import { unrepairable } from './unrepairable.js';

/** Characters of what failed. */
const MOST = 4000;

/** Asks the planner for another way; a roll-back takes the files of the step back first. */
export async function recoverByModel(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  problem: Problem,
): Promise<SessionOutcome> {
  const step = openStep(ctx);
  const found = await judge({ role: 'PLANNER', judgement: RECOVER }, ctx, bench, io, (mark) =>
    [
      ctx.plan ? planText(ctx.plan, step?.step_id ?? null) : '',
      mark('failure', inEnglish(problem.message), MOST),
    ].join('\n'),
  );
  if (!found.ok) return unrepairable(found.error);
  const { value, records } = found.value;
  if (value.action === 'give_up' || value.steps.length === 0) {
    const why = text`${nested(problem.message)}; the planner gives up; model: “${visible(value.reason)}”`;
    return unrepairable({ ...problem, message: why }, records);
  }
  if (value.action === 'roll_back') {
    const back = await rollBack(ctx, bench, io, step?.step_id ?? null);
    if (back !== null) return unrepairable(back, records);
  }
  const steps = stepsFrom(value.steps, `turn${ctx.turn}-repair${ctx.recoveries + 1}`);
  return {
    type: 'repairable',
    reason: text`another way; model: “${visible(value.reason)}”`,
    evidence: records,
    steps,
  };
}

/** The tree before the first call of the step that changed files. */
async function rollBack(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  step: string | null,
): Promise<Problem | null> {
  const first = ctx.calls.find(
    (call) => (step === null || call.step === step) && call.tree !== null && call.status === 'ok',
  );
  if (!first?.tree) return null;
  const done = await io.call(restoreTree, { tree: first.tree }, bench.work);
  return done.ok ? null : done.error;
}
