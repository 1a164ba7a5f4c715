import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import type { MustFix } from '../../../shared/roundtable.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { type Answering, askSeated } from '../judgement/structured.js';
import type { AskIo } from '../model.js';
import { markWith, randomId } from '../openai/untrusted.js';
import { type Material, materialText } from './material.js';
import { REVIEW } from './prompts.js';

const words = (most: number) => z.string().min(1).max(most);

/** What a reviewer is asked for: strict, so that a reply that does not fit ends the roundtable and is not guessed at. */
export const ModelReviewSchema = z.object({
  decision: z.enum(['approve', 'changes_requested']),
  promises: z.array(z.object({ promise: words(300), kept: z.boolean() })).max(12),
  hard_coded: z.boolean(),
  sibling_faults: z.array(z.object({ file: words(300), what: words(500) })).max(5),
  must_fix: z
    .array(z.object({ what: words(500), file: words(300).nullable(), line: z.number().int().nullable() }))
    .max(8),
  comment: z.string().max(1000),
});
export type ModelReview = z.infer<typeof ModelReviewSchema>;

/** What a model's review comes to. */
export interface ReviewVerdict {
  decision: 'approve' | 'changes_requested';
  comment: string;
  must_fix: MustFix[];
}

/** Asks a model to review a change. Errors: MODEL_FAILURE for a reply that does not fit, those of the provider. */
export async function askReview(
  models: Answering,
  material: Material,
  io: AskIo,
): Promise<Result<ReviewVerdict>> {
  const messages = [
    { role: 'system' as const, content: REVIEW },
    { role: 'user' as const, content: materialText(markWith(randomId()), material) },
  ];
  const files = material.contract.map(({ file }) => file);
  const how = { role: 'REVIEWER', judgement: 'review', schema: ModelReviewSchema, messages, files } as const;
  const answer = await askSeated(models, how, io);
  return answer.ok ? ok(toVerdict(answer.value.value)) : answer;
}

/** A broken promise or a value of the tests in the code is never approved, whatever the decision says. */
export function toVerdict(review: ModelReview): ReviewVerdict {
  const broken = review.promises.filter(({ kept }) => !kept);
  const firm = [
    ...review.must_fix.map(({ what, file, line }) => item(what, placeOf(file, line))),
    ...broken.map(({ promise }) => item(text`a promise is not kept: ${nested(promise)}`)),
    ...(review.hard_coded ? [item(text`a value that a test compares with is written into the code`)] : []),
  ];
  const isOpen = firm.length > 0 || review.decision === 'changes_requested';
  const siblings = review.sibling_faults.map(({ file, what }) =>
    item(text`the same fault in a sibling: ${nested(what)}`, file),
  );
  if (!isOpen) return { decision: 'approve', comment: review.comment, must_fix: [] };
  const all = [...firm, ...siblings];
  return {
    decision: 'changes_requested',
    comment: review.comment,
    must_fix: all.length > 0 ? all : [item(review.comment)],
  };
}

const item = (what: Words, where: string | null = null): MustFix => ({
  what,
  where,
  command: null,
  output: null,
});
const placeOf = (file: string | null, line: number | null): string | null =>
  file === null || line === null ? file : `${file}:${line}`;
