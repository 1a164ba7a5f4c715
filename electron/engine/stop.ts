import type { RunJournal } from '../journal/run-journal.js';
import { orThrow } from '../journal/tables.js';
import type { Answer } from './effect.js';

/** The process's own operator: once asks, twice forces. */
export interface AbortControl {
  /** Reason of the first abort, null while there is none. */
  reason(): string | null;
  forced(): boolean;
}

/** Why a visit is cut short. `recorded`: the request is already in the journal. */
export interface Stop {
  kind: 'abort' | 'TIMEOUT';
  reason: string;
  recorded: boolean;
}

export interface StopWatch {
  /** What ends the visit before it began: a pending abort, or a timeout whose transition a crash prevented. */
  atOnce: Stop | null;
  /** Rejects when the store cannot be read any more. */
  stopped: Promise<Stop>;
  /** Waits for the answer of a gate; the time limit stands still meanwhile. */
  pausedFor(gate: string): Promise<Answer>;
  /** The time limit stands still until what is given is called. */
  standStill(): () => void;
  end(): void;
}

/** Other processes speak through the journal; it is looked at this often (ms). */
const POLL_MS = 50;

export interface Watched {
  journal: RunJournal;
  control: AbortControl;
  state: string;
  seq: number;
  timeoutMs: number;
  /** False in a state that reports the end of the run. */
  abortable: boolean;
}

/** Watches for what ends a visit early: an abort from this process or another, and the state's time limit. */
export function watchForStop(watched: Watched): StopWatch {
  const asking = new Map<string, (answer: Answer) => void>();
  const { promise: stopped, resolve, reject } = promised<Stop>();
  const still = new Set<symbol>();
  const limit = timeLimit(watched, () => asking.size + still.size > 0);
  const look = (): void => {
    try {
      const stop = abortRequest(watched) ?? limit();
      if (stop) resolve(stop);
      if (asking.size > 0) deliverAnswers(watched.journal, asking);
    } catch (error) {
      reject(error);
    }
  };
  const atOnce = abortRequest(watched) ?? interruptedTimeout(watched);
  const timer = setInterval(look, POLL_MS);
  return {
    atOnce,
    stopped,
    end: () => clearInterval(timer),
    standStill: () => {
      const one = Symbol();
      still.add(one);
      return () => void still.delete(one);
    },
    pausedFor: (gate) => new Promise<Answer>((answered) => asking.set(gate, answered)),
  };
}

function timeLimit({ state, timeoutMs }: Watched, paused: () => boolean): () => Stop | null {
  let left = timeoutMs;
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (!paused()) left -= now - last;
    last = now;
    if (left > 0) return null;
    return { kind: 'TIMEOUT', reason: `${state} took longer than ${timeoutMs / 1000} s`, recorded: false };
  };
}

function abortRequest({ journal, control, abortable }: Watched): Stop | null {
  if (!abortable) return null;
  const reason = control.reason();
  if (reason !== null) return { kind: 'abort', reason, recorded: false };
  const pending = journal.pendingRequest('abort');
  return pending && { kind: 'abort', reason: pending.reason, recorded: true };
}

function interruptedTimeout({ journal, seq }: Watched): Stop | null {
  const pending = journal.pendingRequest('TIMEOUT');
  return pending?.seq === seq ? { kind: 'TIMEOUT', reason: pending.reason, recorded: true } : null;
}

function deliverAnswers(journal: RunJournal, asking: Map<string, (answer: Answer) => void>): void {
  for (const { gate, answer } of orThrow(journal.gates())) {
    if (answer === null) continue;
    asking.get(gate)?.(answer);
    asking.delete(gate);
  }
}

/** A promise and its two ends. */
export function promised<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
