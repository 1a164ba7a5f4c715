import type { MachineNews } from '../../../shared/events.js';
import type { SessionCall } from '../../../shared/session.js';
import { callKind } from '../../journal/node-journal.js';
import type { SessionContext } from '../../machine/session/context.js';
import type { SessionEvent } from '../../machine/session/events.js';

/** The plan whenever it changes, and each call whenever it goes on. */
export const newsOf = (before: SessionContext, after: SessionContext, event: SessionEvent): MachineNews[] => [
  ...(after.plan !== null && JSON.stringify(after.plan) !== JSON.stringify(before.plan)
    ? [{ type: 'plan' as const, plan: after.plan }]
    : []),
  ...callsThat(before, after).map((call) => toldOf(call, event)),
  ...started(before, after, event),
];

/** Calls that came, or whose state changed. */
function callsThat(before: SessionContext, { calls }: SessionContext): SessionCall[] {
  const known = new Map(before.calls.map(({ n, status }) => [n, status]));
  return calls.filter(({ n, status }) => known.get(n) !== status);
}

function toldOf({ n, tool, args, status, error, unmet }: SessionCall, event: SessionEvent): MachineNews {
  const payload = event.type === 'TOOL_CALL_RESULT' && event.result.n === n ? event.payload : undefined;
  return {
    ...{ type: 'tool_call', call: callId(n), tool, args, status },
    ...(payload !== undefined && payload !== null && { payload }),
    ...(error && { error }),
    ...(unmet && status === 'ok' && { unmet }),
  };
}

/** Calls that were chosen. */
function started(before: SessionContext, after: SessionContext, event: SessionEvent): MachineNews[] {
  if (event.type !== 'TOOL_CALL_REQUEST' && event.type !== 'planned') return [];
  const known = new Set(before.pending.map(({ n }) => n));
  return after.pending
    .filter(({ n }) => !known.has(n))
    .map(({ n, tool, args }) => ({ type: 'tool_call', call: callId(n), tool, args, status: 'started' }));
}

/** As `undo` takes it. */
const callId = (n: number): string => `main.${callKind(n)}`;
