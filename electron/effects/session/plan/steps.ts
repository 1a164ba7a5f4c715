import type * as z from 'zod';
import type { Step } from '../../../../shared/session.js';
import { visible } from '../../../../shared/visible-text.js';
import type { PLAN } from '../../../agents/session/judgements.js';

type Proposed = z.infer<(typeof PLAN)['schema']>['steps'][number];

/** Steps as a model proposed them, without what could disturb a terminal or a reader. */
export const stepsFrom = (proposed: readonly Proposed[], prefix: string): Step[] =>
  proposed.map(({ title, intent, files, undo, may_fail }, index) => ({
    step_id: `${prefix}-${index + 1}`,
    title: visible(title),
    intent: visible(intent),
    tool_calls: [],
    expected_artifacts: files.map(visible),
    status: 'pending',
    ...(may_fail && { may_fail }),
    rollback_hint: visible(undo),
  }));
