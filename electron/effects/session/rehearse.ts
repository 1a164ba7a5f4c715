import path from 'node:path';
import { ok } from '../../../shared/problem.js';
import type { EffectIo } from '../../engine/effect.js';
import type { SessionContext } from '../../machine/session/context.js';
import type { SessionEvent } from '../../machine/session/events.js';
import { lacksHeader, type Rehearse } from '../parts.js';
import { replayedIo, replayedParts, replayedSeats } from '../rehearsing.js';
import type { SessionBench, SessionOutcome } from './bench.js';
import { executing } from './executing.js';
import { SessionHeaderSchema } from './header.js';
import { intake } from './intake.js';
import { openSession } from './open-session.js';
import { planning } from './planning.js';
import { recovering } from './recovering.js';
import { wordsOfModel } from './summary/words-of-model.js';

/** The events that replies lead to, by state; any other came from outside, and cut the judgement short. */
const JUDGED: Readonly<Record<string, readonly SessionEvent['type'][]>> = {
  INTAKE: ['understood', 'needs_clarification', 'refused'],
  PLANNING: ['planned', 'plan_failed'],
  EXECUTING: ['TOOL_CALL_REQUEST', 'step_completed', 'step_failed'],
  RECOVERING: ['repairable', 'unrepairable'],
  SUMMARIZING: ['summarized'],
};

/** Plays the judgements of a session again. No call of it is made. */
export const rehearseSession: Rehearse = async (parts) => {
  const { dir, wasmDir, header, node } = parts;
  const stored = SessionHeaderSchema.safeParse(header);
  if (!stored.success) return lacksHeader;
  const byRules = { ...stored.data, provider: 'rules' as const, roles: {} };
  const opened = await openSession(replayedParts(path.join(dir, 'home'), wasmDir), byRules, { node, dir });
  if (!opened.ok) return opened;
  const bench = { ...opened.value, header: stored.data, models: replayedSeats(parts, stored.data) };
  return ok({
    isExact: () => true,
    judge: async ({ state, context, seq, event }) => {
      const recorded = event as SessionEvent;
      if (!JUDGED[state]?.includes(recorded.type)) return null;
      const io = { ...replayedIo(node, state, seq), call: restored, operationId: () => planOf(recorded) };
      // written by the same version of the table, as the replay has seen
      return judged(state, withoutResults(context as SessionContext), bench, io, recorded);
    },
    close: bench.close,
  });
};

/** What calls gave is only shown to a model, and no cassette has it. */
const withoutResults = (ctx: SessionContext): SessionContext => ({
  ...ctx,
  calls: ctx.calls.map((call) => ({ ...call, file: null })),
});

const planOf = (event: SessionEvent): string => (event.type === 'planned' ? event.plan.plan_id : '');

/** A roll-back is what a reply can ask for; that it was made, the recorded event says. */
const restored = (async () => ok(undefined)) as unknown as EffectIo['call'];

/** Journals of before did not keep what an agent said at the end of its step. */
const asKept = (now: SessionOutcome, recorded: SessionEvent): SessionOutcome =>
  now.type === 'step_completed' && recorded.type === 'step_completed' && recorded.words === undefined
    ? { ...now, words: undefined }
    : now;

async function judged(
  state: string,
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  recorded: SessionEvent,
): Promise<SessionOutcome | null> {
  if (state === 'INTAKE') return intake(ctx, bench, io);
  if (state === 'EXECUTING') return asKept(await executing(ctx, bench, io), recorded);
  if (state === 'RECOVERING') return recovering(ctx, bench, io);
  if (recorded.type === 'summarized') {
    // the rest of a summary is computed from what was done
    const { words } = await wordsOfModel(ctx, bench, io);
    return { ...recorded, summary: { ...recorded.summary, model: words } };
  }
  const planned = await planning(ctx, bench, io);
  // what a person is asked with the plan depends on the boards of that computer
  return planned.type === 'planned' && recorded.type === 'planned'
    ? { ...planned, held: recorded.held }
    : planned;
}
