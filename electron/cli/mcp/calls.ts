import { type Gate, MAIN, type RunEvent, type ToolCallEvent } from '../../../shared/events.js';
import { inEnglish, text } from '../../../shared/texts/words.js';
import type { ToolResult } from '../../../shared/tool-result.js';
import { visible } from '../../../shared/visible-text.js';
import type { Core } from '../../core/core-api.js';
import { toolResult } from '../../tools/tool-error.js';
import { blocked, conflict, noticeOf, numberOf, resultOf, traceOf, unanswered } from './results.js';

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

/** Where a connection stands. */
interface Line {
  core: Pick<Core, 'tell' | 'details' | 'requestAbort'>;
  gateWaitSec: number;
  /** What a person types to start the command line. */
  program: string;
  /** The session; null: it is not there yet. */
  run: string | null;
  queue: Waiting[];
  current: Waiting | null;
  /** What a person is asked now. */
  gate: Gate | null;
  /** Gives up a dispatched run that asks and gets no answer. */
  overdue: NodeJS.Timeout | undefined;
  over: string | null;
}

/**
 * Hands calls to a session, and waits for what it tells of them.
 *
 * @param o.gateWaitSec how long the question of a dispatched run waits; the session's own questions have their limit from its policy
 */
export function callsOf(core: Line['core'], o: Pick<Line, 'gateWaitSec' | 'program'>): Calls {
  const line: Line = {
    ...{ ...o, core, run: null, queue: [], current: null },
    ...{ gate: null, overdue: undefined, over: null },
  };
  return {
    make: (asked) => make(line, asked),
    hear: (event) => hear(line, event),
    begin: (run) => {
      line.run = run;
      next(line);
    },
    end: (why) => end(line, OVER[why]),
  };
}

function make(line: Line, asked: Asked): Promise<ToolResult> {
  const trace = traceOf(line.run, null);
  if (line.over !== null) return Promise.resolve(conflict(trace, line.over, 'connect again'));
  if (line.gate !== null) return Promise.resolve(blocked(trace, line.gate));
  const { tool, args, tell, signal } = asked;
  return new Promise((settle) => {
    const one: Waiting = { tool, args, tell, signal, call: null, unanswered: null, settle };
    signal.addEventListener('abort', () => withdraw(line, one), { once: true });
    line.queue.push(one);
    next(line);
  });
}

/** Hands the next call to the session, where none is under way. */
function next(line: Line): void {
  const { run, core } = line;
  if (line.current !== null || run === null || line.over !== null) return;
  const one = line.queue.shift();
  if (one === undefined) return;
  line.current = one;
  const { tool, args } = one;
  void core.tell(run, { type: 'call', payload: { tool, args }, by: 'client' }).then((told) => {
    if (!told.ok) settle(line, one, toolResult(told, traceOf(run, one.call)));
  });
}

function settle(line: Line, one: Waiting, result: ToolResult): void {
  if (line.current === one) line.current = null;
  const trace = traceOf(line.run, one.call);
  one.settle(one.unanswered === null ? result : unanswered(trace, one.unanswered));
  next(line);
}

/** Work that has begun comes to its end; what has not, and what only waits for a person, is not made. */
function withdraw(line: Line, one: Waiting): void {
  const { queue, gate, run, core } = line;
  if (queue.includes(one)) queue.splice(queue.indexOf(one), 1);
  const n = numberOf(one.call);
  if (one !== line.current || gate === null || run === null || n === null) return;
  if (gate.run !== run) core.requestAbort(gate.run, text`the client withdrew the call`);
  else void core.tell(run, { type: 'withdraw', payload: { call: n }, by: 'client' });
}

function hear(line: Line, event: RunEvent): void {
  if (event.type === 'gate') {
    if (event.answer === null) opened(line, event);
    return;
  }
  const { gate } = line;
  // the node that asked has gone on
  if (gate !== null && 'node' in event && event.run === gate.run && event.node === gate.node) {
    line.gate = null;
    clearTimeout(line.overdue);
  }
  if (event.type === 'tool_call') void heardOfCall(line, event);
  if (event.type === 'progress')
    line.current?.tell(`${event.step} ${visible(inEnglish(event.detail ?? ''))}`);
}

/** A person is asked: the call at hand waits, and all others fail. The session's own question has its limit in the session. */
function opened(line: Line, asked: Gate): void {
  line.gate = asked;
  line.current?.tell(noticeOf(asked, line.program));
  clearTimeout(line.overdue);
  if (asked.run !== line.run)
    line.overdue = setTimeout(() => giveUp(line, asked.run), line.gateWaitSec * 1000);
  for (const one of line.queue.splice(0)) one.settle(blocked(traceOf(line.run, null), asked));
}

function giveUp({ current, core }: Line, dispatched: string): void {
  if (current !== null) current.unanswered = dispatched;
  core.requestAbort(dispatched, text`nobody answered the question in time`);
}

async function heardOfCall(line: Line, event: ToolCallEvent): Promise<void> {
  const { current: one, run, core } = line;
  if (one === null || event.run !== run || event.node !== MAIN) return;
  if (event.status === 'started') one.call ??= event.call;
  else if (event.call === one.call) settle(line, one, await resultOf(core, event, traceOf(run, one.call)));
}

function end(line: Line, why: string): void {
  line.over ??= why;
  clearTimeout(line.overdue);
  const left = [...(line.current === null ? [] : [line.current]), ...line.queue.splice(0)];
  for (const one of left) one.settle(conflict(traceOf(line.run, null), why, 'connect again'));
  line.current = null;
}
