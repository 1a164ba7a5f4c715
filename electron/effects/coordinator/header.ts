import * as z from 'zod';
import { CoderProposalSchema, NextChoiceSchema, ROUNDTABLE_MODES } from '../../../shared/roundtable.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { RunHeaderSchema } from '../firmware-loop/start/run-header.js';

/** What the loop knows when it asks; written by the same release, as its own contexts are. */
const KnownSchema = z.looseObject({ run: z.string() }) as unknown as z.ZodType<FirmwareContext>;

/** The loop that asks: its clone at the commit that proposals are made against, which the roundtable only reads. */
const ParentSchema = z.object({
  clone: z.string(),
  artifacts: z.string(),
  known: KnownSchema,
  /** The diagnosis's edit: the coder's first proposal. */
  first: CoderProposalSchema,
  /** What the search found besides. */
  next: z.array(NextChoiceSchema),
});

/** What a roundtable was started with; it goes on with the same after any restart. */
export const CoordinatorHeaderSchema = z.object({
  loop: RunHeaderSchema,
  mode: z.enum(ROUNDTABLE_MODES),
  /** Null where it stands alone. */
  parent: ParentSchema.nullable(),
});
export type CoordinatorHeader = z.infer<typeof CoordinatorHeaderSchema>;
