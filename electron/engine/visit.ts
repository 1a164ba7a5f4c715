import type { ConsoleChunk, Progress } from '../../shared/events.js';
import type { StoredMessage } from '../journal/records.js';
import { orThrow } from '../journal/tables.js';
import { child, dispatch } from './delegate.js';
import type { EffectIo, Operation, UnsafeSection } from './effect.js';
import { ask, isAttended } from './gate.js';
import { begin, beingLeft, idIn, type Leaving, markOf, type Stay, type StayDeps, store } from './stay.js';

/** One stay in one state: what its effect works with, and what the transition that ends it has to write. */
export interface Visit {
  io: EffectIo;
  stay: Stay;
  /** Signals the effect that its state is being left. */
  leave(leaving: Leaving): void;
  /** What must not be left alone now; null where nothing is. */
  unsafe(): string | null;
  /** From now on the effect changes and tells nothing any more: the node has moved on. */
  close(): void;
}

/** Opens a visit. Operation and gate ids follow from node, revision and kind, so a restart finds them again. */
export function openVisit(deps: StayDeps): Visit {
  const controller = new AbortController();
  const stay: Stay = {
    ...deps,
    controller,
    leaving: null,
    isClosed: false,
    begun: new Set(),
    observed: [],
    consumed: new Set(),
    children: new Map(),
    working: new Set(),
    unanswered: new Set(),
  };
  const sections = new Set<UnsafeSection & { until: number }>();
  return {
    io: ioOf(stay, sections),
    stay,
    leave: (leaving) => {
      stay.leaving ??= leaving;
      controller.abort(leaving.reason);
    },
    unsafe: () =>
      [...sections].find(({ until, isUnsafe }) => performance.now() < until && isUnsafe())?.what ?? null,
    close: () => {
      stay.isClosed = true;
    },
  };
}

function ioOf(stay: Stay, sections: Set<UnsafeSection & { until: number }>): EffectIo {
  const { tree, node, state, seq } = stay;
  const { run } = tree;
  const { path } = node.journal;
  const at = (): string => new Date(tree.now()).toISOString();
  const tell = (event: Progress | ConsoleChunk): void => {
    if (!stay.isClosed) tree.emit(event);
  };
  const decoder = new TextDecoder();
  return {
    ...{ run, node: path, state, seq, signal: stay.controller.signal },
    operationId: (kind) => markOf(stay, idIn(stay, kind)),
    operate: (operation) => operate(stay, operation),
    ask: (question) => ask(stay, question),
    child: (delegation) => child(stay, delegation),
    dispatch: (delegation) => dispatch(stay, delegation),
    receive: () => receive(stay),
    standStill: stay.watch.standStill,
    isAttended: () => isAttended(tree),
    progress: (step, detail, done, total) =>
      tell({ type: 'progress', run, node: path, state, step, detail, done, total, at: at() }),
    unsafe: (section) => {
      const begun = { ...section, until: performance.now() + section.limitMs };
      sections.add(begun);
      return () => sections.delete(begun);
    },
    console: (bytes) => {
      const text = decoder.decode(bytes, { stream: true });
      if (text !== '') tell({ type: 'console', run, text, at: at() });
    },
  };
}

/** Performs an operation so that a restart knows of it; one that was begun before a crash is looked at first. */
async function operate<I, T>(stay: Stay, operation: Operation<I, T>): Promise<T> {
  const { kind, intent } = operation;
  const id = begin(stay, kind);
  const mark = markOf(stay, id);
  const before = store(stay, (journal) => orThrow(journal.operation(id)))?.status;
  if (before === 'STARTED' || before === 'UNKNOWN') {
    const found = await operation.reconcile(intent, mark);
    if (found !== 'again') {
      stay.observed.push({ id, outcome: found.adopt });
      return found.adopt;
    }
  }
  store(stay, (journal) => {
    journal.intend({ id, kind, seq: stay.seq, intent, at: stay.tree.now() });
    journal.mark(id, 'STARTED');
  });
  const outcome = await operation.perform(mark);
  stay.observed.push({ id, outcome });
  return outcome;
}

async function receive(stay: Stay): Promise<StoredMessage> {
  const left = new Promise<never>((_, reject) => {
    const refuse = (): void => reject(new Error(beingLeft(stay)));
    stay.controller.signal.addEventListener('abort', refuse, { once: true });
  });
  const note = await Promise.race([stay.watch.note(stay.consumed), left]);
  stay.consumed.add(note.id);
  return note;
}
