import { text } from '../../../../shared/texts/words.js';
import { INTAKE } from '../../../agents/session/judgements.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { SessionContext } from '../../../machine/session/context.js';
import { standsIn } from '../../models/stand-in.js';
import type { SessionBench, SessionOutcome } from '../bench.js';
import { judge } from './asking.js';
import { rulesCanPlan } from './plan-by-rules.js';
import { understood } from './understood.js';

/** Asks the planner what bounds the request, and what has to be known first. Where it fails, rules go on with what they understand. */
export async function intakeByModel(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
): Promise<SessionOutcome> {
  const read = await judge({ role: 'PLANNER', judgement: INTAKE }, ctx, bench, io);
  if (!read.ok)
    return rulesCanPlan(ctx, bench, io)
      ? understood([], [], standsIn('PLANNER', read.error))
      : { type: 'refused', reason: read.error.message, evidence: [], problem: read.error };
  const { value, records } = read.value;
  if (value.questions.length === 0) return understood(value.constraints, records);
  return {
    type: 'needs_clarification',
    reason: text`the planner asks: ${value.questions.length} questions`,
    evidence: records,
    questions: value.questions,
    isSupervised: bench.header.supervised !== null,
  };
}
