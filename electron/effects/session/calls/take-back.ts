import { text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { SessionContext } from '../../../machine/session/context.js';
import { restoreTree } from '../../../tools/restore-tree.js';
import type { SessionBench, SessionOutcome } from '../bench.js';

/** Restores the files as they were before a call: later writes go with it. */
export async function takeBack(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
  from: number,
): Promise<SessionOutcome> {
  const first = ctx.calls.find(({ n, tree, status }) => n >= from && tree !== null && status !== 'undone');
  if (!first?.tree) return { type: 'step_failed', ...problem(from) };
  const done = await io.call(restoreTree, { tree: first.tree }, bench.work);
  if (!done.ok) return { type: 'step_failed', reason: done.error.message, evidence: [], problem: done.error };
  const { before, after } = done.value;
  return {
    type: 'undone',
    reason: text`the files are back as they were before call ${first.n}: tree ${before.slice(0, 12)} before, ${after.slice(0, 12)} after`,
    evidence: [],
    ...{ from, before, after },
  };
}

function problem(from: number) {
  const message = text`no call from number ${from} on has changed a file`;
  return { reason: message, evidence: [], problem: { code: 'USAGE' as const, message } };
}
