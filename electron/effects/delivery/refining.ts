import { joined, nested, text } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { SURE } from '../../agents/delivery/danger.js';
import { type Heard, intentOfAll } from '../../agents/delivery/intent.js';
import { REFINE } from '../../agents/delivery/judgements.js';
import { ontoHeadIn } from '../../agents/delivery/onto-head.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { asksModels, type DeliveryBench, type DeliveryIo } from './bench.js';
import { brainOf, judge, MOST_WORDS } from './judge.js';

/** REFINING: what the operator means. It names no state: whether its event leads anywhere, the table's guards judge. */
export const refining = asksModels(async (ctx, bench, io) => {
  const said = ctx.unheard.join('\n');
  const { intent, instruction, putOff } = await meantBy(ctx, bench, io, said);
  const told = text`the operator: “${nested(ctx.unheard.map(visible).join(' · '))}”`;
  const reason =
    putOff.length === 0
      ? told
      : joined(told, text`the work goes on first; ask for the deployment again when it is done`);
  if (intent === 'develop') return { type: 'develop', reason, evidence: [], push: instruction };
  if (intent === 'deploy') return { type: 'deploy', reason, evidence: [] };
  return { type: 'stay', reason, evidence: [], note: instruction };
});

/** A model's reading where it is sure of it; else the documented beginnings. The sentence that names HEAD is never reworded. */
async function meantBy(
  ctx: DeliveryContext,
  bench: DeliveryBench,
  io: DeliveryIo,
  said: string,
): Promise<Heard> {
  const byRules = intentOfAll(ctx.unheard);
  if (brainOf(bench) === null || ontoHeadIn(said).asks) return byRules;
  const read = await judge(bench, io, REFINE, (mark) => [
    mark('message of the engineer', said, MOST_WORDS),
    `state: ${ctx.origin ?? ''}; committed: ${ctx.committed !== null}`,
  ]);
  if (!read.ok || read.value.confidence < SURE) return byRules;
  const { intent, instruction } = read.value;
  return { intent, instruction: instruction.trim() === '' ? said : visible(instruction), putOff: [] };
}
