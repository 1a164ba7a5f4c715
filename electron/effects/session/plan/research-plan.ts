import type { Plan, Step } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import type { SessionContext } from '../../../machine/session/context.js';
import type { SessionBench } from '../bench.js';

/**
 * The plan of a research agent: the calls that it was given, in one step. Where a model plays the agent, it reads on from what they gave and
 * answers in a second one: nobody has to plan what is always the same.
 */
export function researchPlan(
  { goal }: SessionContext,
  { header, work, models }: SessionBench,
  plan_id: string,
): Plan {
  const pending = {
    ...{ intent: goal, expected_artifacts: [], status: 'pending' as const },
    rollback_hint: text`it changes nothing`,
  };
  const calls = [...(header.research?.calls ?? [])].map(({ tool, args }) => ({ tool, args }));
  const read: Step = { ...pending, step_id: 'research', title: text`Research`, tool_calls: calls };
  const answer: Step = { ...pending, step_id: 'answer', title: text`Answer`, tool_calls: [] };
  const isOfModel = models.of('EXECUTOR') !== null;
  return {
    ...{ plan_id, goal, constraints: [], risk_level: 'low' },
    steps: [...(calls.length > 0 || !isOfModel ? [read] : []), ...(isOfModel ? [answer] : [])],
    verification: { mode: 'none', commands: [], required: false, stop_on_fail: true },
    created_at: new Date(work.now()).toISOString(),
  };
}
