import {
  type Gate,
  MAIN,
  NOTICE,
  type Progress,
  type RunEvent,
  type ToolCallEvent,
  type Transition,
  UNCOMMITTED,
  WAITING,
} from '../../shared/events.js';
import { cutTo } from '../../shared/texts/columns.js';
import type { Say } from '../../shared/texts/language.js';
import { visible } from '../../shared/visible-text.js';
import type { Output } from './output.js';
import type { Screen } from './surroundings.js';

/** Shows a run while it goes. */
export interface LiveView {
  show(event: RunEvent): void;
  end(): void;
}

export const jsonView = (out: Output): LiveView => ({ show: (event) => out.json(event), end: () => {} });

const seconds = (ms: number): string =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;

/** Steps whose details are worth keeping. */
const OWN_LINE: readonly string[] = [UNCOMMITTED, NOTICE, WAITING];

/** Lines for a pipe or a log; on a terminal a status line with elapsed time and, where it is known, what is left. */
export function textView(out: Output, stderr: Screen, term: string | undefined): LiveView {
  const started = Date.now();
  // `dumb` is the type of terminals that know no control sequences (terminfo(5)).
  const live = out.isTerminal && stderr.isTTY === true && term !== 'dumb';
  let step: { progress: Progress; since: number } | null = null;
  let asking = false;
  let own: string | null = null;
  const clear = (): void => {
    if (live) stderr.write('\r\u001b[2K');
  };
  const tick = (): void => {
    // The line is that of the question and of what is typed.
    if (asking) return;
    clear();
    if (!step) return;
    const line = visible(statusLine(out.say, step.progress, Date.now() - started, Date.now() - step.since));
    stderr.write(cutTo(`  ${line}`, (stderr.columns ?? 80) - 1));
  };
  const timer = live ? setInterval(tick, 200) : null;
  return {
    show: (event) => {
      clear();
      own ??= event.run;
      asking = event.type === 'gate' && event.answer === null;
      if (event.type === 'transition') {
        if (step?.progress.node === event.node) step = null;
        out.line(transitionLine(out.say, event, Date.now() - started, own));
      }
      if (event.type === 'gate') out.line(gateLine(out.say, event));
      if (event.type === 'tool_call') out.line(callLine(out.say, event));
      if (event.type === 'progress') {
        if (OWN_LINE.includes(event.step)) out.line(`          ${out.say(event.detail ?? '')}`);
        const same = step !== null && stepOf(step.progress) === stepOf(event);
        step = { progress: event, since: same && step ? step.since : Date.now() };
      }
      if (live) tick();
    },
    end: () => {
      if (timer) clearInterval(timer);
      clear();
    },
  };
}

const stepOf = ({ node, state, step }: Progress): string => `${node} ${state} ${step}`;

/** A machine, and which of a run's nodes it is. */
const machineAt = ({ machine, node }: Pick<Progress, 'machine' | 'node'>): string =>
  node === MAIN ? machine : `${machine} [${node}]`;

function transitionLine(say: Say, t: Transition, elapsed: number, own: string): string {
  const of = t.node === MAIN ? '' : `${machineAt(t)}  `;
  const whose = t.run === own ? of : `${t.machine} ${t.run}  `;
  return `${seconds(elapsed).padStart(8)}  ${whose}${t.from} → ${t.to}  ${say(t.reason).split('\n')[0]}`;
}

/** What a tool said is in the report; how it went, here. */
const callLine = (say: Say, { call, tool, status, error, unmet }: ToolCallEvent): string =>
  unmet === undefined
    ? `  · ${call} ${tool}: ${status}${error ? ` (${error.code}: ${error.message})` : ''}`
    : `  · ${call} ${tool}: ${say(unmet)}`;

function gateLine(say: Say, { question, gate, code, answer, answered_by }: Gate): string {
  const answered = answer ? ` ${answer} (${say(answered_by ?? '')})` : '';
  return `  ? ${say(question)} [${gate}, ${say(`code ${code}`)}]${answered}`;
}

function statusLine(say: Say, p: Progress, elapsed: number, inStep: number): string {
  const left =
    p.done !== undefined && p.total !== undefined && p.done > 0 && p.total > p.done
      ? `, ${say(`about ${seconds((inStep / p.done) * (p.total - p.done))} left`)}`
      : '';
  const detail = p.detail ? ` ${say(p.detail)}` : '';
  const count = p.done !== undefined && p.total !== undefined ? ` ${p.done}/${p.total}` : '';
  return `${seconds(elapsed)}${left}  ${machineAt(p)}  ${p.state} ${p.step}${count}${detail}`;
}
