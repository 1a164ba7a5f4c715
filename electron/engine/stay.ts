import type { Words } from '../../shared/texts/words.js';
import type { NodeJournal } from '../journal/node-journal.js';
import type { Ending } from '../machine/define.js';
import type { StopWatch } from './stop.js';
import type { Control, OpenNode, Tree } from './tree.js';

/** Why a state is being left before its effect has ended. */
export interface Leaving {
  kind: 'abort' | 'timeout' | 'message' | 'suspended' | 'over';
  reason: Words;
}

/** How the drive of a node ended: at the end of its machine, or at a gate that nobody here can answer. */
export type NodeEnd =
  | { kind: 'finished'; ending: Ending; context: unknown }
  | { kind: 'waiting'; gate: string };

/** What one stay in one state is opened with. */
export interface StayDeps {
  tree: Tree;
  node: OpenNode;
  state: string;
  seq: number;
  watch: StopWatch;
  control: Control;
  drive: (node: OpenNode, control: Control) => Promise<NodeEnd>;
  /** Nobody is there to answer the gate. */
  suspend: (gate: string) => void;
  /** Told when the store fails under the effect: that is not the effect's to judge. */
  broken: (error: unknown) => void;
}

/** One stay in one state, while it lasts. */
export interface Stay extends StayDeps {
  controller: AbortController;
  leaving: Leaving | null;
  isClosed: boolean;
  /** Ids of the operations that were begun in it. */
  begun: Set<string>;
  observed: { id: string; outcome: unknown }[];
  /** Ids of the messages that its transition uses up. */
  consumed: Set<number>;
  /** The children that are driven in it, by path. */
  children: Map<string, Promise<unknown>>;
  /** Those of them that work. */
  working: Set<string>;
  /** Gates that nobody is there to answer, its own and its children's. */
  unanswered: Set<string>;
}

/** Uses the store; its failure ends the run's drive instead of becoming an event of the machine. */
export function store<T>(stay: Stay, use: (journal: NodeJournal) => T): T {
  if (stay.isClosed || stay.controller.signal.aborted || stay.control.isCut())
    throw new Error(beingLeft(stay));
  try {
    return use(stay.node.journal);
  } catch (error) {
    stay.broken(error);
    throw error;
  }
}

export const beingLeft = ({ state }: Pick<Stay, 'state'>): string => `${state} is being left`;

/** Id of the operation or gate of that kind; the same again after a restart. */
export const idIn = (stay: Stay, kind: string): string => stay.node.journal.idOf(stay.seq, kind);

/** Makes an id unique among all runs. Ids of journals before version 2 already begin with their run. */
export const markOf = ({ tree }: Stay, id: string): string =>
  id.startsWith(`${tree.run}.`) ? id : `${tree.run}.${id}`;

/** Begins the operation of that kind, once in a stay. */
export function begin(stay: Stay, kind: string): string {
  const id = idIn(stay, kind);
  if (stay.begun.has(id)) throw new Error(`${id} was begun twice in one visit`);
  stay.begun.add(id);
  return id;
}

/** A run is suspended once everything in it waits: a child that still works is not cut short for a question elsewhere. */
export function suspendWhereIdle(stay: Stay): void {
  const [gate] = stay.unanswered;
  if (gate !== undefined && stay.working.size === 0) stay.suspend(gate);
}
