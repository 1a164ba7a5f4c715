import path from 'node:path';
import { ok } from '../../../shared/problem.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import type { DeliveryEvent } from '../../machine/delivery/events.js';
import { lacksHeader, type Rehearse } from '../parts.js';
import { replayedIo, replayedParts, replayedSeats } from '../rehearsing.js';
import { ANSWER_BEGINS } from './answer-agent.js';
import { asksModels, type DeliveryBench } from './bench.js';
import { messageFor } from './commit-message.js';
import { DeliveryHeaderSchema } from './header.js';
import { openDelivery } from './open-delivery.js';
import { refining } from './refining.js';
import { reviewing } from './reviewing.js';

/** Events that replies lead to, by state; any other came from outside, or from what was done. */
const JUDGED: Readonly<Record<string, readonly DeliveryEvent['type'][]>> = {
  REVIEWING: ['has_issue', 'no_issue', 'ai_question'],
  REFINING: ['develop', 'deploy', 'stay'],
  COMMITTING: ['commit_success'],
};

/** Plays the judgements of a delivery again. Nothing is built, run, committed or published. */
export const rehearseDelivery: Rehearse = async (parts) => {
  const { dir, wasmDir, header, node } = parts;
  const stored = DeliveryHeaderSchema.safeParse(header);
  if (!stored.success) return lacksHeader;
  const byRules = { ...stored.data, provider: 'rules' as const, roles: {} };
  const place = { run: 'replay', node, dir };
  const opened = await openDelivery(replayedParts(path.join(dir, 'home'), wasmDir), byRules, place);
  if (!opened.ok) return opened;
  const bench = { ...opened.value, header: stored.data, models: replayedSeats(parts, stored.data) };
  return ok({
    isExact: () => true,
    judge: async ({ state, context, seq, event }) => {
      const recorded = event as DeliveryEvent;
      // rules review the work's files before a model does
      const isBlind = state === 'REVIEWING' && recorded.type !== 'ai_question' && !parts.hasSource;
      if (!JUDGED[state]?.includes(recorded.type) || isBlind) return null;
      const io = { ...replayedIo(node, state, seq), askInWords: async () => answerIn(recorded) };
      const effect =
        state === 'REVIEWING' ? reviewing : state === 'REFINING' ? refining : committed(recorded);
      return effect(context as DeliveryContext, bench, io);
    },
    close: opened.value.close,
  });
};

/** What the operator answered, where the brain may not. */
const answerIn = (event: DeliveryEvent): string =>
  event.type === 'ai_question' ? event.push.slice(ANSWER_BEGINS.length) : '';

/** A reply makes the message; the commit itself is as it was recorded. */
const committed = (recorded: DeliveryEvent) =>
  asksModels(async (ctx: DeliveryContext, bench: DeliveryBench, io) => {
    if (recorded.type !== 'commit_success') return recorded;
    const message = await messageFor(ctx, bench, io);
    return message.ok
      ? { ...recorded, committed: { ...recorded.committed, message: message.value } }
      : { ...recorded, reason: message.error.message };
  });
