import type { ConsoleChunk, Progress } from '../../shared/events.js';
import type { Words } from '../../shared/texts/words.js';
import type { StoredMessage } from '../journal/records.js';
import { allow, call, callOrHold, needs, undo } from './call.js';
import { child, dispatch, followUp } from './delegate.js';
import type { EffectIo } from './effect.js';
import { ask, askInWords, isAttended } from './gate.js';
import { beingLeft, idIn, type Leaving, markOf, type Stay, type StayDeps } from './stay.js';
import type { UnsafeSection, WorkIo } from './work-io.js';

/** One stay in one state: what its effect works with, and what the transition that ends it has to write. */
export interface Visit {
  io: EffectIo;
  stay: Stay;
  /** Signals the effect that its state is being left. */
  leave(leaving: Leaving): void;
  /** What must not be left alone now; null where nothing is. */
  unsafe(): Words | null;
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
  const of = { run, node: node.journal.path, machine: node.kit.machine.definition.id };
  const at = (): string => new Date(tree.now()).toISOString();
  const tell = (event: Progress | ConsoleChunk): void => {
    if (!stay.isClosed) tree.emit(event);
  };
  const decoder = new TextDecoder();
  const io: WorkIo = {
    ...{ run, node: of.node, signal: stay.controller.signal },
    standStill: stay.watch.standStill,
    progress: (step, detail, done, total) =>
      tell({ type: 'progress', ...of, state, step, detail, done, total, at: at() }),
    unsafe: (section) => {
      const begun = { ...section, until: performance.now() + section.limitMs };
      sections.add(begun);
      return () => sections.delete(begun);
    },
    console: (bytes) => {
      const text = decoder.decode(bytes, { stream: true });
      if (text !== '') tell({ type: 'console', ...of, text, at: at() });
    },
  };
  return {
    ...{ ...io, state, seq },
    operationId: (kind) => markOf(stay, idIn(stay, kind)),
    call: (tool, args, work, kind = tool.kind) => call(stay, io, tool, args, work, kind),
    callOrHold: (tool, args, work, n) => callOrHold(stay, io, tool, args, work, n),
    needs: (tool, args, work, n) => needs(stay, io, tool, args, work, n),
    allow: (tool, args, work) => allow(stay, io, tool, args, work),
    undo: (tool, made, work) => undo(stay, io, tool, made, work, `undo-${tool.kind}`),
    ask: async (question) => (await ask(stay, { ...question, scope: 'question' })).choice,
    askInWords: (question) => askInWords(stay, { ...question, scope: 'question' }),
    child: (delegation) => child(stay, delegation),
    followUp: (said) => followUp(stay, said),
    dispatch: (delegation) => dispatch(stay, delegation),
    receive: () => receive(stay),
    isAttended: () => isAttended(tree),
  };
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
