import { orThrow } from '../journal/tables.js';
import { answeredBy, gateOf, isAttended } from './gate.js';
import { type Moved, NOTHING, type Place, settle } from './settle.js';
import type { NodeEnd } from './stay.js';
import { type Stop, watchForStop } from './stop.js';
import type { Control, OpenNode, Tree } from './tree.js';

/**
 * Waits in a state for what a person says: an answer to the state's question, or another message that the state takes. No time
 * limit but the one that the state has for itself, which counts while nobody drives the run, too.
 */
export async function waitForPerson(
  tree: Tree,
  node: OpenNode,
  place: Place,
  control: Control,
): Promise<Moved | NodeEnd> {
  const gate = putQuestion(tree, node, place);
  const timeoutMs = place.deadline === null ? Number.POSITIVE_INFINITY : place.deadline - tree.now();
  const watch = watchForStop({ tree, node, place, control, timeoutMs, abortable: true });
  const deserted = new Promise<{ kind: 'suspended' }>((resolve) => {
    if (!isAttended(tree)) resolve({ kind: 'suspended' });
    tree.deserted?.addEventListener('abort', () => resolve({ kind: 'suspended' }), { once: true });
  });
  try {
    const overdue = timeoutMs <= 0 ? await watch.stopped : null;
    const stop = watch.atOnce ?? overdue ?? (await Promise.race([watch.stopped, deserted]));
    return stop.kind === 'suspended' ? { kind: 'waiting', gate } : leaveBy(tree, node, place, stop);
  } finally {
    watch.end();
  }
}

/** Asks, unless it has been asked already; where a policy given since then answers, that is its answer. */
function putQuestion(tree: Tree, node: OpenNode, { snapshot, seq }: Place): string {
  const asks = node.kit.asks[snapshot.state];
  if (!asks) throw new Error(`${snapshot.state} waits for a person and asks nothing`);
  const question = asks(snapshot.context);
  const id = node.journal.idOf(seq, question.kind);
  const gates = orThrow(node.journal.gates());
  const earlier = gates.find(({ gate }) => gate === id);
  const isAsked = earlier?.binding === question.binding && (earlier.seq ?? seq) === seq;
  const gate = isAsked ? earlier : gateOf({ tree, node, seq }, id, question);
  if (!isAsked) node.journal.putGate(gate);
  tree.emit(gate);
  const by = gate.answer === null ? answeredBy({ tree, node }, question, gates) : null;
  if (by !== null && tree.journal.answerGate(id, 'yes', by, question.binding))
    tree.emit({ ...gate, answer: 'yes', answered_by: by });
  return id;
}

function leaveBy(tree: Tree, node: OpenNode, place: Place, stop: Stop): Moved {
  const { abort, timeout } = node.kit.machine.definition.events;
  const { state } = place.snapshot;
  const written = { ...NOTHING, consumed: stop.messages };
  if (stop.kind === 'message') return settle(tree, node, place, stop.outcome, written);
  const type = stop.kind === 'abort' ? abort : timeout;
  return settle(tree, node, place, { ...{ type, reason: stop.reason, evidence: [] }, ...{ state } }, written);
}
