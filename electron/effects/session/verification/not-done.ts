import type { Problem } from '../../../../shared/problem.js';
import type { SessionCall, Step } from '../../../../shared/session.js';
import { inEnglish, nested, text, type Words } from '../../../../shared/texts/words.js';
import type { SessionContext } from '../../../machine/session/context.js';
import { failureOf, isJudged } from './passed.js';

/** What speaks against an agent that says its step is done. */
export interface Objection {
  /** For the agent, which is told once. */
  told: string;
  /** Where it still says so. */
  problem: Problem;
}

/**
 * Null: nothing. What a call has found out stands, until a later call of the same tool passes.
 *
 * @param isResearch the agent's words are what it brings, which are marked as such
 */
export function whyNotDone(
  ctx: Pick<SessionContext, 'calls' | 'plan'>,
  step: Step,
  isResearch: boolean,
): Objection | null {
  const failing = lastFailing(ctx.calls, step);
  if (failing !== null) return didNotPass(failing);
  return !isResearch && isIdle(ctx) ? IDLE : null;
}

/** A plan may foresee that something fails, to see why: a step that changes files is none of those. */
function lastFailing(calls: readonly SessionCall[], step: Step): SessionCall | null {
  const own = calls.filter((call) => call.step === step.step_id && call.status !== 'undone');
  // builds and tests write files, too, but none that the plan is about
  if (step.may_fail && own.every(({ tool, tree }) => isJudged(tool) || tree === null)) return null;
  const failing = own.findLast(({ tool, status, unmet }) =>
    isJudged(tool) ? status === 'failed' || unmet !== undefined : false,
  );
  const isMended = calls.some(
    ({ n, tool, status, unmet }) =>
      failing !== undefined &&
      n > failing.n &&
      tool === failing.tool &&
      status === 'ok' &&
      unmet === undefined,
  );
  return failing === undefined || isMended ? null : failing;
}

function didNotPass({ tool, unmet, error }: SessionCall): Objection {
  const why: Words = unmet ?? error?.message ?? '';
  return {
    told: `The step is not done: your last ${tool} did not pass: ${inEnglish(why)}. Mend it and call ${tool} again until it passes, or answer that the step is not done.`,
    problem: failureOf(
      tool,
      text`the agent says that the step is done, but its last ${tool} did not pass: ${nested(why)}`,
    ),
  };
}

/** Nothing of the turn's plan was carried out, and nothing will check it. */
const isIdle = ({ calls, plan }: Pick<SessionContext, 'calls' | 'plan'>): boolean =>
  plan !== null &&
  plan.verification.mode === 'none' &&
  plan.steps.every(({ step_id, status }) => status !== 'pending' || step_id === plan.steps.at(-1)?.step_id) &&
  !calls.some(({ step, status }) => status === 'ok' && plan.steps.some(({ step_id }) => step_id === step));

const IDLE: Objection = {
  told: 'Nothing is done: you made no call. Make the calls that the step needs, or answer that it is not done.',
  problem: {
    code: 'MODEL_FAILURE',
    message: text`the agent says that the step is done, but no call was made, so nothing shows it`,
    next: text`say which files, boards or tests it is about`,
  },
};
