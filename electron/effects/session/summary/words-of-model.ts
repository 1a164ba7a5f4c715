import type { ToolResult } from '../../../../shared/tool-result.js';
import { visible } from '../../../../shared/visible-text.js';
import { planText } from '../../../agents/session/conversation.js';
import { SUMMARY } from '../../../agents/session/judgements.js';
import type { EffectIo } from '../../../engine/effect.js';
import { rulesGoOn, type SessionContext } from '../../../machine/session/context.js';
import type { SessionBench } from '../bench.js';
import { readForModel } from '../calls/read-call.js';
import { judge } from '../plan/asking.js';

/** Characters of one result, and how many of the last are shown. */
const RESULT = 3000;
const CALLS = 12;

/**
 * A model's own words for the operator; null: nobody said anything. The ANALYST speaks about the calls. Where rules play that role, no call was
 * made, or its answer cannot be used, what the agents said at the end of their steps is taken. An undo asks no model: it must not wait for a
 * server, or for a reply by hand.
 */
export async function wordsOfModel(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
): Promise<{ words: string | null; records: readonly string[] }> {
  if (ctx.isUndo === true || ctx.isCancelled || rulesGoOn(ctx)) return { words: null, records: [] };
  if (ctx.calls.length === 0 || bench.models.of('ANALYST') === null)
    return { words: saidInSteps(ctx), records: [] };
  const last = ctx.calls.slice(-CALLS);
  const results = await Promise.all(last.map((call) => readForModel(bench.work.paths.dir, call)));
  const told = await judge({ role: 'ANALYST', judgement: SUMMARY }, ctx, bench, io, (mark) =>
    [
      ctx.plan ? planText(ctx.plan, null) : '',
      ...last.map((call, at) => mark(`${call.tool} (${call.status})`, payloadText(results[at]), RESULT)),
    ].join('\n'),
  );
  return told.ok
    ? { words: visible(told.value.value.words), records: told.value.records }
    : { words: saidInSteps(ctx), records: [] };
}

/** What the agents of the steps said, in the order of the plan; null: nothing. */
function saidInSteps({ plan }: SessionContext): string | null {
  const said = (plan?.steps ?? []).flatMap(({ words }) => words ?? []);
  return said.length === 0 ? null : said.join('\n');
}

/** What it gave; a failure is told by its status. */
const payloadText = (result: ToolResult | null | undefined): string =>
  (result?.ok ? JSON.stringify(result.payload) : undefined) ?? 'null';
