import type { EffectIo } from '../../../engine/effect.js';
import type { Confirmation, Pending } from '../../../machine/session/context.js';
import { whyNotOpen } from '../../../tools/offered.js';
import { OFFERED } from '../../../tools/offered-tools.js';
import type { SessionBench } from '../bench.js';
import { confirmationOf } from './confirmation.js';

/** What a person has to agree to before a call, as far as that is known now; null: nothing. */
export async function needOf(
  bench: SessionBench,
  io: EffectIo,
  { n, tool, args }: Pending,
): Promise<Confirmation | null> {
  const offered = OFFERED.find((one) => one.tool.name === tool);
  if (!offered || whyNotOpen(offered, bench.work) !== null) return null;
  const asked = await io.needs(offered.tool, args, bench.work, n);
  return asked && confirmationOf(asked);
}
