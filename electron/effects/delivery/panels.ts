import * as z from 'zod';
import {
  CommittedSchema,
  DeliveryReviewSchema,
  DeployedSchema,
  ProfileTestSchema,
  RolledBackSchema,
} from '../../../shared/delivery.js';
import { NO_PANELS } from '../../../shared/panels.js';
import { CheckRunSchema } from '../../../shared/roundtable.js';
import { wordsSchema } from '../../../shared/texts/words.js';
import type { Show } from '../parts.js';

const ShownSchema = z.looseObject({
  of: z.string().nullable(),
  patch: z.string(),
  review: DeliveryReviewSchema.nullable(),
  lint: z.array(CheckRunSchema),
  tests: z.array(ProfileTestSchema),
  committed: CommittedSchema.nullable(),
  deployed: z.array(DeployedSchema),
  rolled_back: z.array(RolledBackSchema),
  retries: z.record(z.string(), z.number()),
  warnings: z.array(wordsSchema),
  messages: z.array(z.string()),
});

/** What the report of a delivery has beside its head. @param context the one at the end */
export function deliveryBody(context: unknown): unknown {
  const { of, patch, review, lint, tests, committed, ...rest } = ShownSchema.parse(context);
  const { deployed, rolled_back, retries, warnings, messages } = rest;
  return {
    ...{ of, review, lint, tests, committed, deployed, rolled_back, retries, warnings, messages },
    patch: patch.trim() === '' ? null : patch,
  };
}

const HeaderSchema = z.looseObject({
  loaded: z.object({ baseCommit: z.string(), dirtyFiles: z.number() }),
});

/** The panels of a delivery: the work as it stands. */
export const showDelivery: Show = ({ context, header }) => {
  const patch = ShownSchema.safeParse(context).data?.patch ?? '';
  return {
    ...NO_PANELS,
    patch: patch.trim() === '' ? null : patch,
    base: HeaderSchema.safeParse(header).data?.loaded ?? null,
  };
};
