import { BY_POLICY, byEnvelope } from '../../shared/decisions.js';
import { codeOf, type Gate, YES_NO } from '../../shared/events.js';
import { orThrow } from '../journal/tables.js';
import type { Gated } from './effect.js';
import { beingLeft, idIn, type Stay, store, suspendWhereIdle } from './stay.js';
import { answerIn } from './stop.js';
import type { OpenNode, Tree } from './tree.js';

/** Asks a person, or the approval policy; the answer is there again after a restart. */
export async function ask(stay: Stay, q: Gated): Promise<string> {
  const given = answerSoFar(stay, q);
  if (given !== null) return given;
  const id = idIn(stay, q.kind);
  const gate = gateOf(stay, id, q);
  if (known(stay, id)?.binding !== q.binding) store(stay, (journal) => journal.putGate(gate));
  stay.tree.emit(gate);
  return Promise.race([answerTo(stay, id), leaving(stay)]);
}

/** The answer that a question has without anybody being asked now: an earlier one to the same, or the policy's. Null: none. */
export function answerSoFar(stay: Stay, q: Gated): string | null {
  const id = idIn(stay, q.kind);
  const earlier = known(stay, id);
  if (earlier?.answer && earlier.binding === q.binding) {
    markRead(stay, id);
    return earlier.answer;
  }
  const by = answeredBy(stay, q, gatesOf(stay));
  if (by === null) return null;
  const put: Gate = { ...gateOf(stay, id, q), answer: 'yes', answered_by: by };
  store(stay, (journal) => journal.putGate(put));
  stay.tree.emit(put);
  return 'yes';
}

const gatesOf = (stay: Stay): Gate[] => store(stay, (journal) => orThrow(journal.gates()));
const known = (stay: Stay, id: string): Gate | undefined => gatesOf(stay).find(({ gate }) => gate === id);

/** A node at a revision. */
interface Asker {
  tree: Tree;
  node: OpenNode;
  seq: number;
}

/** A question as it is shown. An approval holds for exactly that: another binding voids it and asks again. */
export function gateOf({ tree, node, seq }: Asker, id: string, q: Gated): Gate {
  const { kind: _, grant: __, covers: ___, choices = YES_NO, ...shown } = q;
  return {
    type: 'gate',
    run: tree.run,
    gate: id,
    node: node.journal.path,
    machine: node.kit.machine.definition.id,
    seq,
    ...shown,
    choices: [...choices],
    code: codeOf(q.binding),
    risk: q.risk ?? null,
    reasons: q.reasons ?? [],
    answer: null,
    answered_by: null,
    at: new Date(tree.now()).toISOString(),
  };
}

/** Somebody is there to answer. */
export const isAttended = ({ attended, deserted }: Tree): boolean => attended && deserted?.aborted !== true;

async function answerTo(stay: Stay, gate: string): Promise<string> {
  const { deserted } = stay.tree;
  const suspend = (): void => {
    stay.unanswered.add(gate);
    suspendWhereIdle(stay);
  };
  if (!isAttended(stay.tree)) suspend();
  deserted?.addEventListener('abort', suspend, { once: true });
  try {
    const { message, choice } = await stay.watch.pausedFor(gate);
    stay.consumed.add(message);
    return choice;
  } finally {
    stay.unanswered.delete(gate);
    deserted?.removeEventListener('abort', suspend);
  }
}

/** The answer has been given before: the transition uses up the message that it came with. */
function markRead(stay: Stay, gate: string): void {
  for (const message of store(stay, (journal) => journal.pending()))
    if (answerIn(message)?.gate === gate) stay.consumed.add(message.id);
}

/** Who has said yes to it before it was asked; null: nobody. A question to the operator is not a gate. */
export function answeredBy(
  { tree, node }: Pick<Asker, 'tree' | 'node'>,
  q: Gated,
  gates: readonly Gate[],
): string | null {
  if (q.scope === 'question') return null;
  if ([q.scope, ...(q.covers ?? [])].every(node.approves)) return BY_POLICY;
  const uses = gates.filter((g) => g.scope === q.scope && g.binding === q.binding && g.answer === 'yes');
  const [first] = uses;
  if (!q.grant || !first || uses.length >= q.grant.uses) return null;
  const granted = tree.now() - Date.parse(first.at) < q.grant.ms;
  return granted ? byEnvelope(String(first.answered_by), first.gate) : null;
}

const leaving = (stay: Stay): Promise<never> =>
  new Promise((_, reject) => {
    const left = (): void => reject(new Error(`${beingLeft(stay)}; nobody answered`));
    stay.controller.signal.addEventListener('abort', left, { once: true });
  });
