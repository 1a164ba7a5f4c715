import { text, type Words } from '../../../shared/texts/words.js';
import {
  controlSeen,
  decidedPass,
  differsFromBase,
  heldOutFailedBefore,
  isPatched,
  knownOf,
  onlyHeldOutFails,
} from './assess.js';
import { bestBelow, type Choosing, nextClass, rejectedIn, settle } from './choosing.js';
import type { FirmwareContext } from './context.js';
import { FIGURES } from './figures.js';

type Ctx = FirmwareContext;

/** A pass that counts: of a patch, and the failure was seen without it. */
const passesPatched = (ctx: Ctx): boolean => decidedPass(ctx) && differsFromBase(ctx) && controlSeen(ctx);

const isSure = (ctx: Ctx): boolean => (ctx.decision?.confidence ?? 0) >= ctx.policy.successConfidence;

/** A class of a search passes, and such a one is too often wrong, or others pass as well and nothing tells which is right. */
export const passesBelow = (ctx: Ctx): boolean =>
  passesPatched(ctx) && ctx.choosing !== null && ctx.choosing.at !== null && !isSure(ctx);

/** Only held-out cases fail with the class under test. */
export const heldOutRejects = (ctx: Ctx): boolean =>
  isPatched(ctx) &&
  ctx.choosing !== null &&
  ctx.choosing.at !== null &&
  ctx.decision?.status === 'FAIL' &&
  ctx.decision.next_action === 'CONTINUE' &&
  onlyHeldOutFails(ctx);

/** So often a model is told in a run that only held-out cases fail. */
const MOST_TOLD = 3;

/** Only held-out cases fail with a patch of a model. */
const heldOutRejectsAnswer = (ctx: Ctx): boolean =>
  isPatched(ctx) &&
  ctx.patch?.by === 'model' &&
  (ctx.choosing === null || ctx.choosing.at === null) &&
  ctx.decision?.status === 'FAIL' &&
  ctx.decision.next_action === 'CONTINUE' &&
  onlyHeldOutFails(ctx);

/** The model may give another answer, which it is told no more of than that. */
export const anotherAnswerDue = (ctx: Ctx): boolean =>
  heldOutRejectsAnswer(ctx) && ctx.held_out_rejections < MOST_TOLD;

/** The classes after what was just found out about the one under test. */
export function settledChoosing(ctx: Ctx): Choosing | null {
  if (ctx.choosing === null || ctx.choosing.at === null) return ctx.choosing;
  const state = heldOutRejects(ctx) ? 'rejected' : passesBelow(ctx) ? 'below' : 'failed';
  return settle(ctx.choosing, state, state === 'below' ? (ctx.decision?.confidence ?? null) : null);
}

/** The class that is tried next; null where none is. */
export function dueClass(ctx: Ctx): number | null {
  const choosing = settledChoosing(ctx);
  if (choosing === null) return null;
  return nextClass(choosing, { ...knownOf(ctx), figures: FIGURES, threshold: ctx.policy.successConfidence });
}

/** The patch under test is not believed, or rejected: it is taken back, and another one tried or none. */
export const leavesClass = (ctx: Ctx): boolean =>
  passesBelow(ctx) || heldOutRejects(ctx) || heldOutRejectsAnswer(ctx);

/** Whether held-out cases have told this patch from others or from none; only then may it be called correct on them. */
export const heldOutTells = (ctx: Ctx): boolean =>
  ctx.choosing !== null &&
  ctx.decision?.basis?.calibrated === true &&
  heldOutFailedBefore(ctx) + rejectedIn(ctx.choosing) > 0;

/** What a run ends with that believes none of its patches: one that passes is offered, where there is one. */
export function whyUnproven(ctx: Ctx): { verdict: 'UNPROVEN' | 'NOT_FIXED'; reason: Words } {
  const choosing = settledChoosing(ctx);
  const best = choosing && bestBelow(choosing);
  const known = best === null ? undefined : choosing?.list[best];
  const wanted = ctx.policy.successConfidence;
  if (known) {
    const sure = (known.confidence ?? 0).toFixed(2);
    const reason = text`a patch passes your cases and may be wrong: confidence ${sure}, wanted ${wanted}`;
    return { verdict: 'UNPROVEN', reason };
  }
  const rejected =
    (choosing?.list.filter(({ state }) => state === 'rejected').length ?? 0) +
    ctx.held_out_rejections +
    Number(heldOutRejectsAnswer(ctx));
  return { verdict: 'NOT_FIXED', reason: whyRejected(rejected) };
}

const whyRejected = (count: number): Words =>
  count === 1
    ? text`held-out cases reject the only patch that was tried`
    : text`held-out cases reject all ${count} patches that were tried`;
