import type { ConsoleChunk, Gate, Progress } from '../../../shared/events.js';
import type { RunJournal } from '../../journal/run-journal.js';
import type { Answer, EffectIo, Operation, Question } from './effect.js';

export interface VisitDeps {
  run: string;
  state: string;
  seq: number;
  journal: RunJournal;
  now: () => number;
  emit: (event: Progress | ConsoleChunk | Gate) => void;
  /** True where the approval policy answers this scope with yes. */
  approves: (scope: Gate['scope']) => boolean;
  /** Resolves with the answer, or never; told to `suspend` when nobody is there to answer. */
  awaitAnswer: (gate: Gate) => Promise<Answer>;
}

/** One stay in one state: its operations, and what the transition that ends it has to write. */
export interface Visit {
  io: EffectIo;
  observed: { id: string; outcome: unknown }[];
  /** Operations in flight, to be marked CANCELLED when the visit is cut short. */
  inFlight: Set<string>;
  controller: AbortController;
}

/** Opens a visit. Operation and gate ids follow from run, revision and kind, so a restart finds them again. */
export function openVisit(deps: VisitDeps): Visit {
  const controller = new AbortController();
  const visit: Omit<Visit, 'io'> = { observed: [], inFlight: new Set(), controller };
  const id = (kind: string): string => `${deps.run}.${deps.seq}.${kind}`;
  const at = (): string => new Date(deps.now()).toISOString();
  const decoder = new TextDecoder();
  const io: EffectIo = {
    run: deps.run,
    state: deps.state,
    seq: deps.seq,
    signal: controller.signal,
    operationId: id,
    operate: (operation) => operate(deps, visit, id(operation.kind), operation),
    ask: (question) => ask(deps, id(question.kind), question, at()),
    progress: (step, detail, done, total) =>
      deps.emit({ type: 'progress', run: deps.run, state: deps.state, step, detail, done, total, at: at() }),
    console: (bytes) => {
      const text = decoder.decode(bytes, { stream: true });
      if (text !== '') deps.emit({ type: 'console', run: deps.run, text, at: at() });
    },
  };
  return { ...visit, io };
}

async function operate<I, T>(
  deps: VisitDeps,
  visit: Omit<Visit, 'io'>,
  id: string,
  operation: Operation<I, T>,
): Promise<T> {
  const { journal } = deps;
  const stored = journal.operation(id);
  if (!stored.ok) throw new Error(stored.error.message);
  const before = stored.value?.status;
  if (before === 'STARTED' || before === 'UNKNOWN') {
    const found = await operation.reconcile(operation.intent, id);
    if (found !== 'again') {
      visit.observed.push({ id, outcome: found.adopt });
      return found.adopt;
    }
  }
  journal.intend({ id, kind: operation.kind, seq: deps.seq, intent: operation.intent, at: deps.now() });
  journal.mark(id, 'STARTED');
  visit.inFlight.add(id);
  const outcome = await operation.perform(id);
  visit.inFlight.delete(id);
  visit.observed.push({ id, outcome });
  return outcome;
}

async function ask(deps: VisitDeps, id: string, q: Question, at: string): Promise<Answer> {
  const gates = deps.journal.gates();
  if (!gates.ok) throw new Error(gates.error.message);
  const known = gates.value.find((g) => g.gate === id);
  // An approval holds for exactly what was shown: another binding voids it and asks again.
  if (known?.answer && known.binding === q.binding) return known.answer;
  const { kind: _, ...shown } = q;
  const gate: Gate = {
    type: 'gate',
    run: deps.run,
    gate: id,
    ...shown,
    risk: q.risk ?? null,
    reasons: q.reasons ?? [],
    answer: null,
    answered_by: null,
    at,
  };
  const approved = deps.approves(q.scope);
  const put: Gate = approved ? { ...gate, answer: 'yes', answered_by: 'approval policy' } : gate;
  if (approved || known?.binding !== q.binding) deps.journal.putGate(put);
  deps.emit(put);
  return approved ? 'yes' : deps.awaitAnswer(gate);
}
