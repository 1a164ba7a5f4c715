import { type ConsoleChunk, codeOf, type Gate, type Progress } from '../../shared/events.js';
import type { RunJournal } from '../journal/run-journal.js';
import { orThrow } from '../journal/tables.js';
import type { Answer, EffectIo, Operation, Question, UnsafeSection } from './effect.js';

export interface VisitDeps {
  run: string;
  state: string;
  seq: number;
  journal: RunJournal;
  now: () => number;
  emit: (event: Progress | ConsoleChunk | Gate) => void;
  /** True where the approval policy answers this scope with yes. */
  approves: (scope: Gate['scope']) => boolean;
  /** Resolves with the answer, or never; the visit is cut short when nobody is there to answer. */
  awaitAnswer: (gate: Gate) => Promise<Answer>;
  standStill: EffectIo['standStill'];
  isAttended: EffectIo['isAttended'];
  /** Told when the store fails under the effect: that is not the effect's to judge. */
  broken: (error: unknown) => void;
}

/** One stay in one state: its operations, and what the transition that ends it has to write. */
export interface Visit {
  io: EffectIo;
  observed: { id: string; outcome: unknown }[];
  controller: AbortController;
  /** What must not be left alone now; null where nothing is. */
  unsafe(): string | null;
  /** From now on the effect changes and tells nothing any more: the run has moved on. */
  close(): void;
}

interface Stay extends VisitDeps {
  controller: AbortController;
  observed: { id: string; outcome: unknown }[];
  begun: Set<string>;
  closed: () => boolean;
}

/** Opens a visit. Operation and gate ids follow from run, revision and kind, so a restart finds them again. */
export function openVisit(deps: VisitDeps): Visit {
  let closed = false;
  const controller = new AbortController();
  const stay: Stay = { ...deps, controller, observed: [], begun: new Set(), closed: () => closed };
  const id = (kind: string): string => `${deps.run}.${deps.seq}.${kind}`;
  const at = (): string => new Date(deps.now()).toISOString();
  const decoder = new TextDecoder();
  const sections = new Set<UnsafeSection & { until: number }>();
  const unsafe = (): string | null =>
    [...sections].find(({ until, isUnsafe }) => performance.now() < until && isUnsafe())?.what ?? null;
  const tell = (event: Progress | ConsoleChunk): void => {
    if (!closed) deps.emit(event);
  };
  const io: EffectIo = {
    run: deps.run,
    state: deps.state,
    seq: deps.seq,
    signal: controller.signal,
    operationId: id,
    operate: (operation) => operate(stay, id(operation.kind), operation),
    standStill: deps.standStill,
    isAttended: deps.isAttended,
    ask: (question) => ask(stay, id(question.kind), question, at()),
    progress: (step, detail, done, total) =>
      tell({ type: 'progress', run: deps.run, state: deps.state, step, detail, done, total, at: at() }),
    unsafe: (section) => {
      const begun = { ...section, until: performance.now() + section.limitMs };
      sections.add(begun);
      return () => sections.delete(begun);
    },
    console: (bytes) => {
      const text = decoder.decode(bytes, { stream: true });
      if (text !== '') tell({ type: 'console', run: deps.run, text, at: at() });
    },
  };
  const close = (): void => {
    closed = true;
  };
  return { io, observed: stay.observed, controller, unsafe, close };
}

/** Uses the store; its failure ends the run's drive instead of becoming an event of the machine. */
function store<T>(stay: Stay, use: (journal: RunJournal) => T): T {
  if (stay.closed() || stay.controller.signal.aborted) throw new Error(`${stay.state} is being left`);
  try {
    return use(stay.journal);
  } catch (error) {
    stay.broken(error);
    throw error;
  }
}

async function operate<I, T>(stay: Stay, id: string, operation: Operation<I, T>): Promise<T> {
  if (stay.begun.has(id)) throw new Error(`${id} was begun twice in one visit`);
  stay.begun.add(id);
  const before = store(stay, (journal) => orThrow(journal.operation(id)))?.status;
  if (before === 'STARTED' || before === 'UNKNOWN') {
    const found = await operation.reconcile(operation.intent, id);
    if (found !== 'again') {
      stay.observed.push({ id, outcome: found.adopt });
      return found.adopt;
    }
  }
  store(stay, (journal) => {
    journal.intend({ id, kind: operation.kind, seq: stay.seq, intent: operation.intent, at: stay.now() });
    journal.mark(id, 'STARTED');
  });
  const outcome = await operation.perform(id);
  stay.observed.push({ id, outcome });
  return outcome;
}

async function ask(stay: Stay, id: string, q: Question, at: string): Promise<Answer> {
  const gates = store(stay, (journal) => orThrow(journal.gates()));
  const known = gates.find((g) => g.gate === id);
  // An approval holds for exactly what was shown: another binding voids it and asks again.
  if (known?.answer && known.binding === q.binding) return known.answer;
  const { kind: _, grant: __, covers: ___, ...shown } = q;
  const gate: Gate = {
    type: 'gate',
    run: stay.run,
    gate: id,
    ...shown,
    code: codeOf(q.binding),
    risk: q.risk ?? null,
    reasons: q.reasons ?? [],
    answer: null,
    answered_by: null,
    at,
  };
  const by = answeredBy(stay, q, gates);
  const put: Gate = by === null ? gate : { ...gate, answer: 'yes', answered_by: by };
  if (by !== null || known?.binding !== q.binding) store(stay, (journal) => journal.putGate(put));
  stay.emit(put);
  return by !== null ? 'yes' : Promise.race([stay.awaitAnswer(gate), leaving(stay)]);
}

/** Who has said yes to it before it was asked; null: nobody. A question to the operator is not a gate. */
function answeredBy(stay: Stay, q: Question, gates: readonly Gate[]): string | null {
  if (q.scope === 'question') return null;
  if ([q.scope, ...(q.covers ?? [])].every(stay.approves)) return 'approval policy';
  const uses = gates.filter((g) => g.scope === q.scope && g.binding === q.binding && g.answer === 'yes');
  const [first] = uses;
  if (!q.grant || !first || uses.length >= q.grant.uses) return null;
  const granted = stay.now() - Date.parse(first.at) < q.grant.ms;
  return granted ? `${first.answered_by}, who granted it with ${first.gate}` : null;
}

const leaving = (stay: Stay): Promise<never> =>
  new Promise((_, reject) => {
    const left = (): void => reject(new Error(`${stay.state} is being left; nobody answered`));
    stay.controller.signal.addEventListener('abort', left, { once: true });
  });
