import type { Plan } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import type { SessionContext } from '../../../machine/session/context.js';
import type { SessionBench } from '../bench.js';

/** The plan of a research agent without a model: the calls that it was given, in one step. */
export const researchPlan = (
  { goal }: SessionContext,
  { header, work }: SessionBench,
  plan_id: string,
): Plan => ({
  ...{ plan_id, goal, constraints: [], risk_level: 'low' },
  steps: [
    {
      ...{ step_id: 'research', title: text`Research`, intent: goal, expected_artifacts: [] },
      tool_calls: [...(header.research?.calls ?? [])].map(({ tool, args }) => ({ tool, args })),
      ...{ status: 'pending', rollback_hint: text`it changes nothing` },
    },
  ],
  verification: { mode: 'none', commands: [], required: false, stop_on_fail: true },
  created_at: new Date(work.now()).toISOString(),
});
