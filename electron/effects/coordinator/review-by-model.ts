import { ok, type Result } from '../../../shared/problem.js';
import type { Review } from '../../../shared/roundtable.js';
import { joined, type Words } from '../../../shared/texts/words.js';
import { askComment } from '../../agents/roundtable/discuss.js';
import { askReview } from '../../agents/roundtable/review.js';
import { playerOf } from './bench.js';
import { materialOf } from './material.js';
import { NOTHING_AGAINST } from './review-by-rules.js';
import { modelOf, type Seat } from './seat.js';

const withRemarks = (said: string, { comment }: Review): Words =>
  comment === NOTHING_AGAINST ? said : joined(said, comment);

/** A model's review of what rules let pass; their remarks are told with it. Errors: MODEL_FAILURE, those of the provider. */
export async function reviewByModel(
  { ctx, bench, io, proposal }: Seat,
  rules: Review,
): Promise<Result<Review>> {
  const material = await materialOf(ctx, bench, proposal.patch);
  if (!material.ok) return material;
  const reviewed = await askReview(bench.models, material.value, io.asking);
  if (!reviewed.ok) return reviewed;
  const { comment, ...verdict } = reviewed.value;
  return ok({ by: playerOf(bench, 'REVIEWER'), ...verdict, comment: withRemarks(comment, rules) });
}

/** A model's comment on what is discussed. Errors: those of the provider. */
export async function discussByModel(
  { ctx, bench, io, proposal }: Seat,
  rules: Review,
): Promise<Result<Review>> {
  const [ask, material] = [modelOf(bench, 'REVIEWER'), await materialOf(ctx, bench, proposal.patch)];
  if (!ask.ok) return ask;
  if (!material.ok) return material;
  const said = await askComment(ask.value, 'REVIEWER', material.value, io.asking);
  if (!said.ok) return said;
  return ok({ ...rules, by: playerOf(bench, 'REVIEWER'), comment: withRemarks(said.value, rules) });
}
