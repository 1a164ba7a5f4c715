import type { Problem } from '../../../shared/problem.js';
import { joined, nested, text, type Words } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { conflictWords } from '../../agents/delivery/onto-head.js';
import { wishesIn } from '../../agents/session/sentences.js';
import type { EffectIo } from '../../engine/effect.js';
import type { DeliveryContext, Push } from '../../machine/delivery/context.js';
import { SIDES } from '../../workspace/merge.js';
import { atBase } from './at-base.js';
import type { DeliveryBench, DeliveryEffect } from './bench.js';
import { type Moved, ontoHead, withoutOnto } from './onto-head.js';
import { type Reply, session, taken } from './supervised.js';
import { orThrow, placePatch, placeWork, type WorkSoFar } from './work-so-far.js';

/**
 * DEVELOPING: the supervised session works on what it was told, until it has ended its turn. Where there is nothing to say to it, the work is done.
 * Where the operator asks for it, the work is brought onto the commit that the user's repository is at first.
 */
export const developing: DeliveryEffect = async (ctx, bench, io) => {
  io.progress('CLONE', bench.header.loaded.repoRoot);
  const placed = orThrow(await placeWork(ctx, bench, io.signal));
  const { asks, pushes } = withoutOnto(ctx.pushes);
  if (!asks) return worked({ ctx, bench, io, pushes, placed });
  const onto = await ontoHead(bench, io, placed);
  if ('stays' in onto) return noted(await worked({ ctx, bench, io, pushes, placed }), onto.stays);
  const moved = atBase(onto, bench);
  if (onto.conflicts.length === 0) {
    const there = orThrow(await placePatch(moved, onto.patch, io.signal));
    const end = await worked({ ctx: { ...ctx, session: null }, bench: moved, io, pushes, placed: there });
    return { ...noted(end, onto.told), base: onto.base };
  }
  return resolved({ ctx, bench: moved, io, pushes, placed }, onto);
};

interface Turn {
  ctx: DeliveryContext;
  bench: DeliveryBench;
  io: EffectIo;
  pushes: readonly Push[];
  /** What the delivery's copy holds. */
  placed: WorkSoFar;
}

/** The session's turn on the work as it is placed. */
async function worked({ ctx, bench, io, pushes, placed }: Turn): Promise<Reply> {
  if (pushes.length === 0) return ended(placed, text`the work is done: it comes from run ${ctx.of ?? ''}`);
  const said = pushes.map(({ text: words }) => words).join('\n\n');
  if (!isUnderstood(bench, pushes, said)) return unworked(placed, pushes, ctx.of);
  const end = await session(ctx, bench, io, said, placed);
  if (!end.ok) return ended(placed, unopened(end.error));
  return taken(bench, end.value);
}

/** What the operator wanted is in the report, so that nobody takes the same commit again for its answer. */
function unworked(placed: WorkSoFar, pushes: readonly Push[], of: string | null): Reply {
  const reply = ended(placed, text`without a model nobody can work on this; it stays as it is`);
  const wanted = pushes.filter(({ from }) => from === 'operator').map((push) => visible(push.text));
  if (wanted.length === 0) return reply;
  const what = wanted.join(' · ').replace(/\s*\n\s*/g, ' · ');
  const note = text`nobody worked on “${what}”: that takes a model. Deliver with one, and say it there: benchloop deliver ${of ?? 'RUN'} --provider openai`;
  return { ...reply, notes: [note] };
}

/** A session of its own resolves the conflicts; where none can be opened, the work stays where it is. The copy moves once it has ended. */
async function resolved({ ctx, bench, io, pushes, placed }: Turn, onto: Moved): Promise<Reply> {
  const words = [conflictWords(onto.base, onto.conflicts, SIDES), ...pushes.map((push) => push.text)];
  const end = await session({ ...ctx, session: null }, bench, io, words.join('\n\n'), onto);
  if (!end.ok) {
    const why = text`the work stays where it is: ${nested(unopened(end.error))}`;
    return { ...ended(placed, why), notes: [why] };
  }
  orThrow(await placePatch(bench, onto.patch));
  return { ...noted(await taken(bench, end.value), onto.told), base: onto.base };
}

/** What became of the wish for HEAD: in the transition and in the report. */
const noted = (reply: Reply, told: Words): Reply => ({
  ...reply,
  reason: joined(told, reply.reason),
  notes: [told, ...(reply.notes ?? [])],
});

const unopened = ({ message }: Problem): Words => text`the session could not be opened: ${nested(message)}`;

/** A model works on anything; without one a session knows the sentences of an operator, and a push is none. */
const isUnderstood = ({ models }: DeliveryBench, pushes: readonly Push[], said: string): boolean =>
  (models.of('PLANNER') !== null && models.of('EXECUTOR') !== null) ||
  (pushes.every(({ from }) => from === 'operator') && wishesIn(said) !== null);

const ended = ({ tree, patch }: WorkSoFar, reason: Words): Reply => ({
  ...{ type: 'reply_ended', reason, evidence: [] },
  ...{ session: null, signals: null, questions: [], tree, patch },
});
