import type { Plan } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import type { SessionContext } from '../../../machine/session/context.js';

/** One open step: the client of the connection says what is called. */
export const connectionPlan = ({ goal }: SessionContext, id: string): Plan => ({
  ...{ plan_id: id, goal, constraints: [], risk_level: 'medium', created_at: '' },
  steps: [
    {
      ...{
        step_id: 'client',
        title: text`Calls of the client`,
        intent: text`a client of this connection works`,
      },
      ...{ tool_calls: [], expected_artifacts: [], status: 'pending', rollback_hint: text`undo` },
    },
  ],
  verification: { mode: 'none', commands: [], required: false, stop_on_fail: true },
});
