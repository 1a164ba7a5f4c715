import { text, type Words, wordsSchema } from '../../shared/texts/words.js';
import type { StoredMessage } from '../journal/records.js';
import { orThrow } from '../journal/tables.js';
import type { BaseEvent } from '../machine/define.js';
import type { Outcome } from './effect.js';
import { isTaken, type Place } from './settle.js';
import type { Control, OpenNode, Tree } from './tree.js';

/** Why a visit is cut short, and the messages that say so. */
export type Stop =
  | { kind: 'abort' | 'timeout'; reason: Words; messages: readonly number[] }
  | { kind: 'message'; reason: Words; messages: readonly number[]; outcome: Outcome<BaseEvent> };

/** An answer as the journal has it. */
export interface Answered {
  message: number;
  choice: string;
  text: string | null;
  by: string;
}

export interface StopWatch {
  /** What ends the visit before it began: a pending abort, a timeout whose transition a crash prevented, a message. */
  atOnce: Stop | null;
  /** Rejects when the store cannot be read any more. */
  stopped: Promise<Stop | { kind: 'suspended' }>;
  /**
   * Waits for the answer of a gate; the time limit stands still meanwhile.
   *
   * @param stale messages that answered what the gate asked before
   */
  pausedFor(gate: string, stale?: ReadonlySet<number>): Promise<Answered>;
  /** The next note that is not among `taken`. */
  note(taken: ReadonlySet<number>): Promise<StoredMessage>;
  /** Stops the time limit. Returns a function that starts it again. */
  standStill(): () => void;
  end(): void;
}

export interface Watched {
  tree: Tree;
  node: OpenNode;
  place: Place;
  control: Control;
  timeoutMs: number;
  /** False in a state that reports the end of the run. */
  abortable: boolean;
}

/** Watches for what ends a visit early: an abort from this process or another, a message, and the state's time limit. */
export function watchForStop(watched: Watched): StopWatch {
  const { tree, node, control } = watched;
  const asking = new Map<string, Awaiting>();
  const receiving = new Set<(pending: readonly StoredMessage[]) => void>();
  const { promise: stopped, resolve, reject } = promised<Stop | { kind: 'suspended' }>();
  const still = new Set<symbol>();
  const limit = timeLimit(watched, () => asking.size + still.size > 0);
  const look = (pending: readonly StoredMessage[]): void => {
    const stop = abortRequest(watched, pending) ?? limit() ?? interruption(watched, pending);
    if (stop) resolve(stop);
    else if (control.isSuspended()) resolve({ kind: 'suspended' });
    deliverAnswers(pending, asking);
    // what an effect that is cut short received would be lost with it
    if (!stop) for (const receive of [...receiving]) receive(pending);
  };
  const first = node.journal.pending();
  const atOnce =
    abortRequest(watched, first) ?? interruptedTimeout(watched, first) ?? atBegin(watched, first);
  const end = tree.inbox.watch({ node: node.journal.path, look, broken: reject });
  return {
    atOnce,
    stopped,
    end,
    standStill: () => {
      const one = Symbol();
      still.add(one);
      return () => void still.delete(one);
    },
    pausedFor: (gate, stale = new Set()) =>
      new Promise<Answered>((answered) => asking.set(gate, { answered, stale })),
    note: (taken) =>
      new Promise((resolveNote) => {
        const receive = (pending: readonly StoredMessage[]): void => {
          const next = pending.find(({ id, type }) => node.kit.messages[type] === 'note' && !taken.has(id));
          if (next === undefined) return;
          receiving.delete(receive);
          resolveNote(next);
        };
        receiving.add(receive);
        receive(node.journal.pending());
      }),
  };
}

function timeLimit({ place, timeoutMs }: Watched, paused: () => boolean): () => Stop | null {
  let left = timeoutMs;
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (!paused()) left -= now - last;
    last = now;
    if (left > 0) return null;
    const reason = text`${place.snapshot.state} took longer than ${timeoutMs / 1000} s`;
    return { kind: 'timeout', reason, messages: [] };
  };
}

function abortRequest(
  { node, place, control, abortable }: Watched,
  pending: readonly StoredMessage[],
): Stop | null {
  if (!abortable) return null;
  const asked = pending.filter(({ type }) => type === 'cancel');
  const isHeard = node.kit.isGivenUp?.(place.snapshot) === true && !control.forced();
  const reason = (isHeard ? null : control.reason()) ?? reasonIn(asked[0]);
  return reason === null ? null : { kind: 'abort', reason, messages: asked.map(({ id }) => id) };
}

function interruptedTimeout({ place }: Watched, pending: readonly StoredMessage[]): Stop | null {
  const asked = pending.find((m) => m.type === 'TIMEOUT' && payloadOf(m).seq === place.seq);
  const reason = reasonIn(asked);
  return asked === undefined || reason === null ? null : { kind: 'timeout', reason, messages: [asked.id] };
}

type At = Pick<Watched, 'tree' | 'node' | 'place'>;

/** What cuts an effect short: a message, unless it has to come to its end first. */
const interruption = (at: At, pending: readonly StoredMessage[]): Heard | null =>
  at.node.kit.isUninterrupted(at.place.snapshot) ? null : heard(at, pending);

/** Before an effect begins, everything is heard; what a crash has cut off comes to its end first. */
function atBegin(at: At, pending: readonly StoredMessage[]): Heard | null {
  const { node, place } = at;
  const mustEnd = node.kit.isUninterrupted(place.snapshot) && node.journal.hasBegun(place.seq);
  return mustEnd ? null : heard(at, pending);
}

type Heard = Extract<Stop, { kind: 'message' }>;

/** The oldest message that is an event which the state takes. */
export function heard({ tree, node, place }: At, pending: readonly StoredMessage[]): Heard | null {
  const { kit } = node;
  for (const message of pending) {
    if (kit.messages[message.type] !== 'event' || !isToQuestion(node, place, message)) continue;
    const outcome = kit.hear(message, place.snapshot);
    if (outcome && isTaken(tree, node, place, outcome))
      return { kind: 'message', reason: outcome.reason, messages: [message.id], outcome };
  }
  return null;
}

/** An answer is heard by the very question that it answers, and by no other; a kit sees none that is to something else. */
function isToQuestion({ kit, journal }: OpenNode, { snapshot, seq }: Place, message: StoredMessage): boolean {
  if (message.type !== 'answer') return true;
  const answer = answerIn(message);
  const question = kit.asks[snapshot.state]?.(snapshot.context);
  if (answer === null || question === undefined || answer.gate !== journal.idOf(seq, question.kind))
    return false;
  // a gate that was put again for something else has no answer yet: what lies there was to what it asked before
  return orThrow(journal.gates()).some(
    ({ gate, answer: given }) => gate === answer.gate && given === answer.choice,
  );
}

/** Who waits for the answer to a gate, and the messages that are none to it. */
interface Awaiting {
  answered: (answer: Answered) => void;
  stale: ReadonlySet<number>;
}

function deliverAnswers(pending: readonly StoredMessage[], asking: Map<string, Awaiting>): void {
  if (asking.size === 0) return;
  for (const message of pending) {
    const answer = answerIn(message);
    const waits = answer && asking.get(answer.gate);
    if (!waits || waits.stale.has(message.id)) continue;
    waits.answered({ message: message.id, choice: answer.choice, text: answer.text, by: message.by });
    asking.delete(answer.gate);
  }
}

const payloadOf = ({ payload }: StoredMessage): Readonly<Record<string, unknown>> =>
  typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>) : {};

const reasonIn = (message: StoredMessage | undefined): Words | null => {
  if (message === undefined) return null;
  const { reason } = payloadOf(message);
  return wordsSchema.safeParse(reason).data ?? message.type;
};

/** The answer that a message is; null where it is none. */
export function answerIn(
  message: StoredMessage,
): { gate: string; choice: string; text: string | null } | null {
  const { gate, choice, text } = payloadOf(message);
  if (message.type !== 'answer' || typeof gate !== 'string' || typeof choice !== 'string') return null;
  return { gate, choice, text: typeof text === 'string' ? text : null };
}

/** How often it is looked whether work is waited for any longer, ms. */
const LOOK_MS = 50;

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

/** Waits for work that has been told to end, no longer than `ms`, or until nothing is waited for any more. @throws what the work throws by then */
export async function within(work: Promise<unknown>, ms: number, forced: () => boolean): Promise<void> {
  const over = promised<void>();
  const began = performance.now();
  const look = setInterval(() => {
    if (forced() || performance.now() - began > ms) over.resolve();
  }, LOOK_MS);
  try {
    await Promise.race([work, over.promise]);
  } finally {
    clearInterval(look);
  }
}
