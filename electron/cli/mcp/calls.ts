import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Gate, MAIN, type RunEvent, type ToolCallEvent } from '../../../shared/events.js';
import { StoredCallSchema, shownToAgents } from '../../../shared/stored-call.js';
import { inEnglish, text } from '../../../shared/texts/words.js';
import type { ToolResult } from '../../../shared/tool-result.js';
import { visible } from '../../../shared/visible-text.js';
import type { Core } from '../../core/core-api.js';
import { toolResult } from '../../tools/tool-error.js';
import { approveCommand } from '../answer.js';

/** A call as a client makes it. */
export interface Asked {
  tool: string;
  args: unknown;
  /** Told what is waited for, or worked at. */
  tell(notice: string): void;
  /** Aborted when the client waits no longer. */
  signal: AbortSignal;
}

interface Waiting extends Asked {
  /** Its id in the session; null: the session has not taken it up yet. */
  call: string | null;
  /** The run that it dispatched, where that was given up since nobody answered its question. */
  unanswered: string | null;
  settle(result: ToolResult): void;
}

/** The calls of one connection: one at a time, in their order. */
export interface Calls {
  /** Resolves with the result; while a person is asked about another call, at once with E_CONFLICT. */
  make(asked: Asked): Promise<ToolResult>;
  /** Takes what the session tells. */
  hear(event: RunEvent): void;
  /** The session is there: what was asked meanwhile begins. */
  begin(run: string): void;
  /** The session is over: nothing is called any more. */
  end(why: keyof typeof OVER): void;
}

/** Why nothing is called any more. */
export const OVER = {
  gone: 'the connection is over',
  ended: 'the session has ended',
} as const;

/**
 * Hands calls to a session, and waits for what it tells of them.
 *
 * @param gateWaitSec how long the question of a dispatched run waits; the session's own questions have their limit from its policy
 */
export function callsOf(core: Pick<Core, 'tell' | 'details' | 'requestAbort'>, gateWaitSec: number): Calls {
  const queue: Waiting[] = [];
  let current: Waiting | null = null;
  let run: string | null = null;
  let gate: Gate | null = null;
  let over: string | null = null;
  let overdue: NodeJS.Timeout | undefined;

  const settle = (one: Waiting, result: ToolResult): void => {
    if (current === one) current = null;
    one.settle(one.unanswered === null ? result : unanswered(one.unanswered, traceOf(one)));
    next();
  };
  const next = (): void => {
    if (current !== null || run === null || over !== null) return;
    const one = queue.shift();
    if (one === undefined) return;
    current = one;
    const { tool, args } = one;
    void core.tell(run, { type: 'call', payload: { tool, args }, by: 'client' }).then((told) => {
      if (!told.ok) settle(one, toolResult(told, traceOf(one)));
    });
  };
  const traceOf = ({ call }: Pick<Waiting, 'call'>): string => [run ?? 'session', call ?? 'call'].join('.');
  const conflict = (message: string, then: string): ToolResult => ({
    ok: false,
    error: { code: 'E_CONFLICT', message, next: then, trace_id: traceOf({ call: null }) },
  });
  const blocked = (asked: Gate): ToolResult =>
    conflict(
      `a person is being asked about an earlier call (gate ${asked.gate}); this call was not made`,
      'wait for the result of that call, then call again',
    );

  // the session's own question has its limit in the session
  const giveUp = (dispatched: string): void => {
    if (current !== null) current.unanswered = dispatched;
    core.requestAbort(dispatched, text`nobody answered the question in time`);
  };
  const opened = (asked: Gate): void => {
    gate = asked;
    current?.tell(noticeOf(asked));
    clearTimeout(overdue);
    if (asked.run !== run) overdue = setTimeout(() => giveUp(asked.run), gateWaitSec * 1000);
    for (const one of queue.splice(0)) one.settle(blocked(asked));
  };
  // work that has begun comes to its end; what has not, and what only waits for a person, is not made
  const withdraw = (one: Waiting): void => {
    if (queue.includes(one)) queue.splice(queue.indexOf(one), 1);
    const n = numberOf(one.call);
    if (one !== current || gate === null || run === null || n === null) return;
    if (gate.run !== run) core.requestAbort(gate.run, text`the client withdrew the call`);
    else void core.tell(run, { type: 'withdraw', payload: { call: n }, by: 'client' });
  };
  const ofCall = async (event: ToolCallEvent): Promise<void> => {
    const one = current;
    if (one === null || event.run !== run || event.node !== MAIN) return;
    if (event.status === 'started') one.call ??= event.call;
    else if (event.call === one.call) settle(one, await resultOf(core, event, traceOf(one)));
  };
  return {
    make: ({ tool, args, tell, signal }) => {
      if (over !== null) return Promise.resolve(conflict(over, 'connect again'));
      if (gate !== null) return Promise.resolve(blocked(gate));
      return new Promise((resolve) => {
        const one: Waiting = { tool, args, tell, signal, call: null, unanswered: null, settle: resolve };
        signal.addEventListener('abort', () => withdraw(one), { once: true });
        queue.push(one);
        next();
      });
    },
    hear: (event) => {
      if (event.type === 'gate') {
        if (event.answer === null) opened(event);
        return;
      }
      // the node that asked has gone on
      if (gate !== null && 'node' in event && event.run === gate.run && event.node === gate.node) {
        gate = null;
        clearTimeout(overdue);
      }
      if (event.type === 'tool_call') void ofCall(event);
      if (event.type === 'progress') current?.tell(`${event.step} ${visible(inEnglish(event.detail ?? ''))}`);
    },
    begin: (id) => {
      run = id;
      next();
    },
    end: (why) => {
      over ??= OVER[why];
      clearTimeout(overdue);
      for (const one of [...(current === null ? [] : [current]), ...queue.splice(0)])
        one.settle(conflict(OVER[why], 'connect again'));
      current = null;
    },
  };
}

/** What a client is told while a person is asked: it shows where that is answered, and cannot answer it. */
const noticeOf = (gate: Gate): string =>
  visible(
    `waits for a person: ${inEnglish(gate.question)} (run ${gate.run}, gate ${gate.gate}, code ${gate.code}; ` +
      `answered in the window or by: ${approveCommand(gate)})`,
  );

const unanswered = (dispatched: string, trace: string): ToolResult => ({
  ok: false,
  error: {
    code: 'E_POLICY_DENIED',
    message: `nobody answered the question of run ${dispatched} in time; the run was aborted`,
    next: 'have a person answer it, then call again',
    trace_id: trace,
  },
});

/** `main.call.3`: 3. */
const numberOf = (call: string | null): number | null =>
  call === null ? null : Number(call.slice(call.lastIndexOf('.') + 1));

/** The whole result of a call lies in a file of the run; a call that was never made has none. */
async function resultOf(
  core: Pick<Core, 'details'>,
  { run, call, payload, error }: ToolCallEvent,
  trace: string,
): Promise<ToolResult> {
  const found = core.details(run);
  if (!found.ok) return toolResult(found, trace);
  try {
    const stored: unknown = JSON.parse(
      await readFile(path.join(found.value.folder, 'calls', `${numberOf(call)}.json`), 'utf8'),
    );
    return shownToAgents(StoredCallSchema.parse(stored));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
  }
  return error ? { ok: false, error } : { ok: true, payload };
}
