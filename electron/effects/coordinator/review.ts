import { ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Review } from '../../../shared/roundtable.js';
import { nested, text } from '../../../shared/texts/words.js';
import { type CoordinatorContext, currentRound, isUntested } from '../../machine/coordinator/context.js';
import { asksModels, type CoordinatorOutcome, isMock, MOCK, playerOf, setToFail } from './bench.js';
import { broken, providerEnd } from './problems.js';
import { discussByModel, reviewByModel } from './review-by-model.js';
import { reviewByRules } from './review-by-rules.js';
import type { Seat } from './seat.js';

/** review: is the proposal one to be tested? In a discussion it is only commented on. */
export const review = asksModels(async (ctx, bench, io) => {
  const proposal = currentRound(ctx)?.proposal;
  if (!proposal) throw new Error('there is no proposal to review');
  const reviewed = await judge({ ctx, bench, io, proposal });
  if (!reviewed.ok) return unreviewed(reviewed.error, ctx);
  if (ctx.mode === 'proposal')
    return { type: 'roundtable_tester', reason: told(reviewed.value), evidence: [], review: reviewed.value };
  const type = reviewed.value.decision === 'approve' ? 'review_approved' : 'review_changes_requested';
  return { type, reason: told(reviewed.value), evidence: [], review: reviewed.value };
});

const told = ({ by, comment }: Review) => text`${by.name}: ${nested(comment)}`;

/** Rules come first whoever reviews: nobody can approve what the patch policy refuses. */
async function judge(o: Seat): Promise<Result<Review>> {
  const by = playerOf(o.bench, 'REVIEWER');
  const discussed = o.ctx.mode === 'proposal';
  const before = approvedBefore(o.ctx);
  if (before !== null) return ok(before);
  if (isMock(by)) return ok(o.bench.isFailing('REVIEWER') ? failing(discussed) : mocked(discussed));
  const byRules = await reviewByRules(o);
  if (!by.isModel || !byRules.ok || byRules.value.decision === 'changes_requested') return byRules;
  return discussed ? discussByModel(o, byRules.value) : reviewByModel(o, byRules.value);
}

/** The approval of a proposal that stands: its tester failed in the round before. */
function approvedBefore({ retry_reason, rounds }: CoordinatorContext): Review | null {
  const [last, now] = rounds.slice(-2);
  if (retry_reason !== 'tester_schema_invalid' || !last || !isUntested(last)) return null;
  return now?.proposal.patch === last.proposal.patch ? last.review : null;
}

const mocked = (discussed: boolean): Review => ({
  ...{ by: { name: 'mock', isModel: false }, decision: discussed ? null : 'approve' },
  ...{ comment: text`${MOCK}: nothing was reviewed`, must_fix: [] },
});

const failing = (discussed: boolean): Review => ({
  ...mocked(discussed),
  comment: setToFail('REVIEWER'),
  ...(!discussed && {
    decision: 'changes_requested',
    must_fix: [{ what: setToFail('REVIEWER'), where: null, command: null, output: null }],
  }),
});

function unreviewed(problem: Problem, { mode }: CoordinatorContext): CoordinatorOutcome {
  const end = providerEnd(problem);
  if (end !== null) return end;
  if (problem.code !== 'MODEL_FAILURE' || mode === 'proposal') return broken(problem, 'review');
  return { type: 'review_schema_invalid', reason: problem.message, evidence: [], problem };
}
