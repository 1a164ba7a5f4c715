import type { DeliveryReview, Finding } from '../../../shared/delivery.js';
import { inEnglish, joined, nested, text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { REVIEW_WORK } from '../../agents/delivery/judgements.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { diffBetween } from '../../workspace/patch.js';
import { answerAgent } from './answer-agent.js';
import { asksModels, type DeliveryBench, type DeliveryIo } from './bench.js';
import { brainOf, judge, MOST_PATCH, MOST_WORDS } from './judge.js';
import { reviewByRules } from './review-by-rules.js';

/** REVIEWING: rules and policy first, whoever reviews; then a model, where the reviewer is one. A question of the session is answered before. */
export const reviewing = asksModels(async (ctx, bench, io) => {
  if (ctx.questions.length > 0) return answerAgent(ctx, bench, io);
  const rules = await reviewByRules(ctx, bench);
  const { review, push } = await byBrain(ctx, bench, io, rules);
  const reason = toldReview(review);
  return review.issues.length > 0
    ? { type: 'has_issue', reason, evidence: [], review, push }
    : { type: 'no_issue', reason, evidence: [], review };
});

interface Judged {
  review: DeliveryReview;
  /** What the session is told to do. */
  push: string;
}

/** A model's review of what rules let pass. One that cannot be had leaves the rules' word, and says so. */
async function byBrain(
  ctx: DeliveryContext,
  bench: DeliveryBench,
  io: DeliveryIo,
  rules: DeliveryReview,
): Promise<Judged> {
  if (rules.issues.length > 0 || brainOf(bench) === null)
    return { review: rules, push: pushOf(rules.issues) };
  const change = await changeForModel(ctx, bench);
  const asked = await judge(bench, io, REVIEW_WORK, (mark) => [
    mark('change', change, MOST_PATCH),
    testedSoFar(ctx, bench),
    ...(rules.remarks.length === 0
      ? []
      : [
          mark('what rules noticed', rules.remarks.map((one) => inEnglish(told(one))).join('\n'), MOST_WORDS),
        ]),
    ...(ctx.raised.length === 0
      ? []
      : [mark('what you asked for before', ctx.raised.join('\n'), MOST_WORDS)]),
  ]);
  if (!asked.ok) {
    const what = text`no model has reviewed it: ${nested(asked.error.message)}`;
    const remark: Finding = { angle: 'function', what, where: null };
    return { review: { ...rules, remarks: [...rules.remarks, remark] }, push: '' };
  }
  const { findings, suggestion, signal, reason } = asked.value;
  const issues = findings.map(({ angle, what, where }) => ({
    ...{ angle, what: visible(what) },
    where: where === null ? null : visible(where),
  }));
  const vague: Finding[] = [{ angle: 'function', what: visible(reason), where: null }];
  const all = issues.length > 0 || signal === 'no_issue' ? issues : vague;
  return {
    review: { by: bench.models.provider('REVIEWER'), issues: all, remarks: rules.remarks },
    push: pushOf(all, visible(suggestion)),
  };
}

/** With the whole of each function that changed, where that is not too long: its edges cannot be judged from three lines. */
async function changeForModel(
  { tree, patch }: DeliveryContext,
  { work, header }: DeliveryBench,
): Promise<string> {
  if (tree === null) return patch;
  const whole = await diffBetween(work.paths.clone, header.loaded.baseCommit, tree, { wholeFunctions: true });
  return whole.ok && whole.value.length <= MOST_PATCH ? whole.value : patch;
}

/** What a reviewer need not ask for. */
const testedSoFar = ({ session }: DeliveryContext, { header }: DeliveryBench): string =>
  session === null && header.of !== null
    ? `With it ${header.cases.passing.length} cases pass on ${header.profile.id}.`
    : 'It has not been tested yet: its tests run after this review.';

const told = ({ angle, what, where }: Finding): Words =>
  where === null ? text`${angle}: ${nested(what)}` : text`${angle}: ${where}: ${nested(what)}`;

function pushOf(issues: readonly Finding[], suggestion = ''): string {
  const list = issues.map((issue) => `- ${inEnglish(told(issue))}`);
  return ['A review found what has to change:', ...list, ...(suggestion === '' ? [] : [suggestion])].join(
    '\n',
  );
}

function toldReview({ by, issues, remarks }: DeliveryReview): Words {
  if (issues.length > 0) return joined(text`${by}: the work has to change`, ...issues.map(told));
  return joined(text`${by}: nothing speaks against the work`, ...remarks.map(told));
}
