import type { Evidence } from '../../agents/provider.js';
import { goalWith, mustFixLog, whyNotTaken } from '../../agents/roundtable/told.js';
import { type CoordinatorContext, isUntested } from '../../machine/coordinator/context.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { gatherEvidence } from '../firmware-loop/results/evidence.js';
import type { CoordinatorBench } from './bench.js';

/** What the loop's own parts are asked with: the tree, and every proposal that was not taken. One that nobody has tested is none. */
export function loopContext({ known, rounds }: CoordinatorContext): FirmwareContext {
  const tried = rounds
    .filter((round) => round.proposal.patch.trim() !== '' && !isUntested(round))
    .map((round) => ({
      ...{ iteration: round.round, patch: round.proposal.patch, outcome: whyNotTaken(round) },
      ...{ cases: [], fingerprint: '' },
    }));
  return { ...known, attempts: [...known.attempts, ...tried] };
}

/** What a coder is shown. To a model the words of operator and reviewers are data among the logs; rules read none. */
export async function coderEvidence(
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  isModel: boolean,
): Promise<Evidence> {
  const evidence = await gatherEvidence(loopContext(ctx), bench.loop);
  if (!isModel) return evidence;
  const goal = goalWith(
    evidence.goal,
    ctx.messages.map(({ text }) => text),
  );
  return { ...evidence, goal, logs: [...evidence.logs, ...mustFixLog(ctx.must_fix)] };
}
