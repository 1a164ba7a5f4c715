import { type Approvals, choicesOf, type Gate, type RunEvent } from '../../shared/events.js';
import type { Problem, Result } from '../../shared/problem.js';
import { gateIn } from '../../shared/texts/tell.js';
import { text, type Words } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import type { DriveOptions, RunEnd, RunHandle } from '../core/run-handle.js';
import { gateAnswerOf, howToAnswer } from './answer.js';
import { askLine } from './ask-yes-no.js';
import type { CommandDeps } from './command.js';
import { whyNotHere } from './human-channel.js';
import { jsonView, textView } from './live-view.js';
import { EXIT, type Output, refuse } from './output.js';
import type { Pace } from './pace.js';
import { isPersonAt, SIGNALS, type Surroundings } from './surroundings.js';

type Here = Pick<CommandDeps, 'core' | 'out' | 'at'>;

/** Drives a run in this process to its end and returns the exit code. Ctrl-C aborts safely, twice forces. */
export async function driveHere(
  { core, out, at }: Here,
  o: { json: boolean; approvals?: Approvals; pace?: Pace },
  begin: (options: DriveOptions) => Promise<Result<RunHandle>>,
): Promise<number> {
  const view = o.json ? jsonView(out) : textView(out, at.stderr, at.env.TERM);
  const ended = new AbortController();
  const deserted = new AbortController();
  const signals = listenToSignals(out, at.signals);
  const away = await whyNotHere(core);
  const attended = !o.json && isPersonAt(at) && o.approvals !== 'none' && away === null;
  const emit = (event: RunEvent): void => {
    view.show(event);
    if (event.type === 'gate' && event.answer === null && attended)
      void askGate({ core, out, at }, event, ended.signal).then((stays) => stays || deserted.abort());
  };
  const { pace, approvals } = o;
  const handle = await begin({
    approvals,
    attended,
    deserted: deserted.signal,
    emit,
    pace: pace && (() => pace(signals.stopping)),
  });
  if (!handle.ok) {
    signals.close();
    view.end();
    return refuse(out, handle.error, o.json);
  }
  signals.stop(handle.value);
  const end = await handle.value.end;
  signals.close();
  ended.abort();
  view.end();
  return await conclude({ core, out, json: o.json, away }, handle.value.run, end);
}

/**
 * Puts a gate to the person at the terminal. Only the typed word counts: an empty line asks again. False where the
 * terminal ended (Ctrl-D, or it is gone) without an answer; true where it was answered, here or elsewhere.
 */
async function askGate({ core, out, at }: Here, gate: Gate, signal: AbortSignal): Promise<boolean> {
  const shown = gateIn(gate, out.say);
  out.line(shown.subject);
  if (gate.risk !== null) {
    const reasons = shown.reasons.map((r) => `${r.reason} (${r.weight})`).join(', ');
    out.line(`${out.say(text`risk ${gate.risk.toFixed(2)}`)}: ${reasons}`);
  }
  const asked = await askLine(at, promptOf(shown), (typed) => gateAnswerOf(gate, typed), signal);
  if (asked === 'nobody' || asked === 'aborted') return asked !== 'nobody';
  const seen = { binding: gate.binding };
  const done = await core.answer(gate.run, gate.gate, { ...asked, by: 'terminal', seen });
  // fails harmlessly where another process was faster: then there is an answer as well
  if (!done.ok) out.note(`benchloop: ${out.tell(done.error)}`);
  return done.ok || done.error.code === 'GATE_NOT_FOUND';
}

/** The question with what may be typed; an answer in words is typed as it is. */
function promptOf(gate: Pick<Gate, 'choices'> & { question: string }): string {
  const choices = choicesOf(gate);
  return choices.length === 0 ? `${gate.question} ` : `${gate.question} ${choices.join('/')}: `;
}

interface Stopping {
  /** Aborted by the first signal. */
  stopping: AbortSignal;
  /** From now on signals stop this run; one that came before stops it now. */
  stop(handle: RunHandle): void;
  close(): void;
}

/** Listens from before the run is there: once asks it to stop, twice forces it, or ends the process where there is none yet. */
function listenToSignals(out: Output, signals: Surroundings['signals']): Stopping {
  const stopping = new AbortController();
  let handle: RunHandle | null = null;
  let reason: Words = '';
  const onSignal = (signal: NodeJS.Signals): void => {
    const again = stopping.signal.aborted;
    out.note(out.say(again ? 'forcing the stop' : 'stopping safely; once more forces it'));
    reason = signal === 'SIGINT' ? text`stopped with Ctrl-C` : text`stopped by ${signal}`;
    stopping.abort();
    handle?.abort(reason);
    if (again && handle === null) {
      close();
      signals.raise(signal);
    }
  };
  const close = (): void => {
    for (const signal of SIGNALS) signals.off(signal, onSignal);
  };
  for (const signal of SIGNALS) signals.on(signal, onSignal);
  const stop = (begun: RunHandle): void => {
    handle = begun;
    if (stopping.signal.aborted) begun.abort(reason);
  };
  return { stopping: stopping.signal, stop, close };
}

async function conclude(
  { core, out, json, away }: { core: Core; out: Output; json: boolean; away: Problem | null },
  run: string,
  end: RunEnd,
): Promise<number> {
  if (end.kind === 'finished') {
    if (!json) out.line(await core.describe(end.report, out));
    return end.ending.exit;
  }
  if (end.kind === 'broken') return refuse(out, end.problem, json);
  const gate = gateOf(core, run, end.gate) ?? gateOfDispatched(core, run, end.gate);
  if (gate && !json) out.line(gateIn(gate, out.say).subject);
  out.note(out.say(`Run ${run} waits for an answer. Give it, then go on:`));
  if (away !== null) out.note(`  ${out.tell(away)}`);
  else if (gate) out.note(`  ${howToAnswer(gate)}`);
  out.note(`  benchloop resume ${run}`);
  return EXIT.waiting;
}

function gateOf(core: Core, run: string, id: string): Gate | undefined {
  const details = core.details(run);
  return details.ok
    ? details.value.gates.find(({ gate, answer }) => gate === id && answer === null)
    : undefined;
}

/** A run that it dispatched may be the one that waits: its questions are its own. */
function gateOfDispatched(core: Core, run: string, id: string): Gate | undefined {
  const waiting = core
    .runs()
    .runs.find(({ parent, waiting_for }) => parent?.run === run && waiting_for === id);
  return waiting && gateOf(core, waiting.run, id);
}
