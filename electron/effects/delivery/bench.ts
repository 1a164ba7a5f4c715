import type { AskIo, Models } from '../../agents/model.js';
import type { Effect, EffectIo, Outcome } from '../../engine/effect.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import type { DeliveryEvent } from '../../machine/delivery/events.js';
import type { SendWork } from '../../tools/send.js';
import type { SessionWork, TaskWork } from '../../tools/session-work.js';
import { askIo } from '../models/ask-io.js';
import type { DeliveryHeader } from './header.js';

/** What the effects of one delivery work with. */
export interface DeliveryBench {
  header: DeliveryHeader;
  /** Its own clone, and what builds, checks and targets are driven with. */
  work: SessionWork & { task: TaskWork };
  models: Models;
  /** Whose text requests show, and where it may go. */
  sending: SendWork;
  /** Folder with the C grammar. */
  wasmDir: string;
  /** Where child nodes have their folders. */
  nodes: string;
  /** Releases what the delivery held. */
  close(): Promise<void>;
}

export type DeliveryEffect = Effect<DeliveryContext, DeliveryEvent, DeliveryBench>;
export type DeliveryOutcomeEvent = Outcome<DeliveryEvent>;
/** What the brain is given for its requests besides. */
export type DeliveryIo = EffectIo & { asking: AskIo };

/** An effect that may ask a model: the records of what it asked are evidence of its transition. */
export const asksModels =
  (
    effect: (ctx: DeliveryContext, bench: DeliveryBench, io: DeliveryIo) => Promise<DeliveryOutcomeEvent>,
  ): DeliveryEffect =>
  async (ctx, bench, io) => {
    const asked = askIo(io, bench.sending);
    const outcome = await effect(ctx, bench, { ...io, asking: asked.io });
    return { ...outcome, evidence: [...outcome.evidence, ...asked.records] };
  };
