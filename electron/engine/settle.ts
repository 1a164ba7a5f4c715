import type { Transition } from '../../shared/events.js';
import type { Problem } from '../../shared/problem.js';
import { inBrief, text, type Words } from '../../shared/texts/words.js';
import type { BaseEvent } from '../machine/define.js';
import { type Snapshot, type StepResult, step } from '../machine/step.js';
import type { Outcome } from './effect.js';
import { deadlineOf } from './first.js';
import type { OpenNode, Tree } from './tree.js';

/** Where a node stands: the snapshot, its revision, and until when it waits there (epoch ms). */
export interface Place {
  snapshot: Snapshot<unknown, string>;
  seq: number;
  deadline: number | null;
}

export interface Moved extends Place {
  transition: Transition;
}

/** What a transition writes besides itself. */
export interface Written {
  observed: readonly { id: string; outcome: unknown }[];
  /** Ids of messages that it uses up. */
  consumed: readonly number[];
  /** Paths of children that it does not wait for. */
  cut: readonly string[];
}

export const NOTHING: Written = { observed: [], consumed: [], cut: [] };

/** The event for what an effect threw, for the table to judge. */
export function exceptionEvent(node: OpenNode, state: string, error: unknown): Outcome<BaseEvent> {
  if (!(error instanceof Error)) return exceptionOf(node, String(error), unhandled(state, String(error)));
  const problem = tooLong(state, error) ?? unhandled(state, error.stack ?? error.message);
  return exceptionOf(node, problem.code === 'UNHANDLED_EXCEPTION' ? error.message : problem.message, problem);
}

function exceptionOf({ kit }: OpenNode, reason: Words, problem: Problem): Outcome<BaseEvent> {
  const { exception } = kit.machine.definition.events;
  return { ...{ type: exception, reason, evidence: [] }, ...{ problem, state: problem.where } };
}

const unhandled = (state: string, message: Words): Problem => ({
  code: 'UNHANDLED_EXCEPTION',
  message,
  where: state,
});

/** A build can nest folders deeper than any path reaches: no repetition mends that, and the run is not to blame. */
function tooLong(state: string, error: Error & { code?: unknown; path?: unknown }): Problem | null {
  if (error.code !== 'ENAMETOOLONG' || typeof error.path !== 'string') return null;
  return {
    code: 'TASK_MALFORMED',
    message: inBrief(
      text`a path has ${Buffer.byteLength(error.path)} bytes, more than this system takes: ${error.path}`,
    ),
    where: state,
    next: text`have the repository and its build nest their folders less deeply`,
  };
}

/** Steps and commits; null where the state does not take the event. */
export function settleIfTaken(
  tree: Tree,
  node: OpenNode,
  place: Place,
  outcome: Outcome<BaseEvent>,
  written: Written,
): Moved | null {
  const event = { ...outcome, at: tree.now() };
  const moved = step(node.kit.machine, place.snapshot, event);
  return moved.moved ? commit(tree, node, place, { event, moved, written }) : null;
}

/** Whether the node takes the event where it stands. */
export const isTaken = (tree: Tree, node: OpenNode, place: Place, outcome: Outcome<BaseEvent>): boolean =>
  step(node.kit.machine, place.snapshot, { ...outcome, at: tree.now() }).moved;

/**
 * Steps and commits; an event that the state does not take is a bug and becomes `exception`.
 *
 * @throws Error when the state takes neither: the table lacks its `exception` row.
 */
export function settle(
  tree: Tree,
  node: OpenNode,
  place: Place,
  outcome: Outcome<BaseEvent>,
  written: Written,
): Moved {
  const { state } = place.snapshot;
  const refused = text`${state} does not take ${outcome.type}`;
  const moved =
    settleIfTaken(tree, node, place, outcome, written) ??
    settleIfTaken(tree, node, place, exceptionOf(node, refused, unhandled(state, refused)), written);
  if (!moved) throw new Error(`${state} takes neither ${outcome.type} nor exception`);
  return moved;
}

interface Taken {
  event: BaseEvent;
  moved: Extract<StepResult<unknown, string, BaseEvent>, { moved: true }>;
  written: Written;
}

function commit(tree: Tree, node: OpenNode, before: Place, { event, moved, written }: Taken): Moved {
  const { definition } = node.kit.machine;
  const { state, context } = moved.snapshot;
  const seq = before.seq + 1;
  const { iteration_index: iteration, retry_count, retry_reason } = definition.counters(context);
  const row = {
    seq,
    machine: definition.id,
    from: before.snapshot.state,
    to: state,
    reason: definition.explain(state, context, event),
    iteration,
    evidence: [...event.evidence],
    retry_count,
    retry_reason,
  };
  const deadline = deadlineOf(node.kit, node.header, state, event.at);
  node.journal.commit({
    trace: { ...row, event, at: event.at },
    snapshot: { seq, state, context, deadline },
    unfinished: event.type === definition.events.exception ? 'UNKNOWN' : 'CANCELLED',
    ...written,
  });
  const at = new Date(event.at).toISOString();
  const transition: Transition = {
    ...{ type: 'transition', run: tree.run, node: node.journal.path },
    ...row,
    event: event.type,
    at,
  };
  tree.emit(transition);
  for (const news of node.kit.news?.(before.snapshot.context, context, event) ?? [])
    tree.emit({ ...news, run: tree.run, node: node.journal.path, machine: definition.id, at });
  return { snapshot: moved.snapshot, seq, deadline, transition };
}
