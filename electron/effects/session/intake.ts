import { text, type Words } from '../../../shared/texts/words.js';
import { wishesIn } from '../../agents/session/sentences.js';
import type { SessionEffect } from './bench.js';
import { intakeByModel } from './plan/intake-by-model.js';
import { NOBODY, plannerOf } from './plan/planner.js';
import { understood } from './plan/understood.js';

/** Questions that offer what is understood without a model. */
const OFFERS: readonly Words[] = [
  text`Is it about a board? Then say, for example: flash BOARD with the last good build; show the console of BOARD; reset BOARD`,
  text`Is it about the task? Then say, for example: build; run the tests; run the task; explain run RUN`,
  text`Or: list boards; list ports; list runs; undo`,
];

/** INTAKE: what is asked for, and whether anything has to be known first (seed 003, §1.1). */
export const intake: SessionEffect = async (ctx, bench, io) => {
  if (ctx.mode === 'connection') return understood([]);
  const { research } = bench.header;
  const planner = plannerOf(bench);
  if (research !== null && planner !== 'model') return understood([]);
  const wishes = research === null ? wishesIn(ctx.goal) : null;
  const [first] = wishes ?? [];
  // beside others it is planned with them, which says that it stands alone
  if (first?.do === 'undo' && wishes?.length === 1) {
    const reason = text`undo`;
    return { type: 'undo_requested', reason, evidence: [], call: first.call };
  }
  if (planner === 'model') return intakeByModel(ctx, bench, io);
  if (planner === 'nobody' && wishes === null)
    return { type: 'refused', reason: NOBODY.message, evidence: [], problem: NOBODY };
  return wishes === null
    ? {
        type: 'needs_clarification',
        reason: text`the request is none of the sentences that are understood without a model`,
        evidence: [],
        questions: OFFERS,
        isSupervised: bench.header.supervised !== null,
      }
    : understood([]);
};
