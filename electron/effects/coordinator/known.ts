import type { Evidence } from '../../agents/provider.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { gatherEvidence } from '../firmware-loop/results/evidence.js';
import type { CoordinatorBench } from './bench.js';
import { mustFixText, whyNotTaken } from './must-fix.js';

/** What the loop's own parts are asked with: the tree, and every proposal that was not taken. */
export function loopContext({ known, rounds }: CoordinatorContext): FirmwareContext {
  const tried = rounds
    .filter(({ proposal }) => proposal.patch.trim() !== '')
    .map((round) => ({
      ...{ iteration: round.round, patch: round.proposal.patch, outcome: whyNotTaken(round) },
      ...{ cases: [], fingerprint: '' },
    }));
  return { ...known, attempts: [...known.attempts, ...tried] };
}

/** Name of the log that says what has to change. */
const MUST_FIX_LOG = 'must fix';

/** What a coder is shown. To a model the words of operator and reviewers are data among the logs; rules read none. */
export async function coderEvidence(
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  isModel: boolean,
): Promise<Evidence> {
  const evidence = await gatherEvidence(loopContext(ctx), bench.loop);
  if (!isModel) return evidence;
  const goal = [evidence.goal, ...ctx.messages.map(({ text }) => `The operator adds: ${text}`)].join('\n');
  const must = mustFixText(ctx.must_fix);
  return {
    ...evidence,
    goal,
    logs: [...evidence.logs, ...(must === '' ? [] : [{ name: MUST_FIX_LOG, text: must }])],
  };
}
