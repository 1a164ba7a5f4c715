import * as z from 'zod';
import { NO_PANELS } from '../../../shared/panels.js';
import { MustFixSchema, ROUNDTABLE_MODES, RoundSchema } from '../../../shared/roundtable.js';
import type { Show } from '../parts.js';

const ShownSchema = z.looseObject({
  mode: z.enum(ROUNDTABLE_MODES),
  rounds: z.array(RoundSchema),
  must_fix: z.array(MustFixSchema),
  patch: z.string().nullable(),
  messages: z.array(z.looseObject({ text: z.string() })),
});

/** What the report of a roundtable has beside its head. @param context the one at the end */
export function roundtableBody(context: unknown): unknown {
  const { mode, rounds, must_fix, patch, messages } = ShownSchema.parse(context);
  return {
    ...{ mode, rounds, must_fix, messages: messages.map(({ text }) => text) },
    patch: patch === null || patch.trim() === '' ? null : patch,
  };
}

/** What the window finds of a task in the header. */
const HeaderSchema = z.looseObject({
  loop: z.looseObject({ loaded: z.object({ baseCommit: z.string(), dirtyFiles: z.number() }) }),
});

/** The panels of a roundtable: its rounds, and the patch that stands at the moment. */
export const showRoundtable: Show = ({ context, header }) => {
  const shown = ShownSchema.safeParse(context).data;
  const patch = shown?.patch ?? shown?.rounds.at(-1)?.proposal.patch ?? '';
  return {
    ...NO_PANELS,
    patch: patch === '' ? null : patch,
    base: HeaderSchema.safeParse(header).data?.loop.loaded ?? null,
    rounds: shown?.rounds ?? [],
  };
};
