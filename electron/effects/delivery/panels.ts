import * as z from 'zod';
import { DeliveryPanelSchema } from '../../../shared/delivery.js';
import { NO_PANELS } from '../../../shared/panels.js';
import type { Show } from '../parts.js';

const ShownSchema = DeliveryPanelSchema.extend({ patch: z.string(), base: z.string().optional() });

/** What the report of a delivery has beside its head. @param context the one at the end */
export function deliveryBody(context: unknown): unknown {
  const { patch, base: _, ...body } = ShownSchema.parse(context);
  return { ...body, patch: patch.trim() === '' ? null : patch };
}

const HeaderSchema = z.looseObject({
  loaded: z.object({ baseCommit: z.string(), dirtyFiles: z.number() }),
});

/** The panels of a delivery: the work as it stands, and what each state came to. */
export const showDelivery: Show = ({ context, header }) => {
  const shown = ShownSchema.safeParse(context).data;
  const { patch = '', base, ...panel } = shown ?? {};
  const begun = HeaderSchema.safeParse(header).data?.loaded ?? null;
  return {
    ...NO_PANELS,
    patch: patch.trim() === '' ? null : patch,
    base: begun && { ...begun, baseCommit: base ?? begun.baseCommit },
    delivery: shown === undefined ? null : DeliveryPanelSchema.parse(panel),
  };
};
