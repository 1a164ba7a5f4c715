import { differingParts, whyNotCovered } from '../../shared/covered.js';
import { BY_POLICY, byEnvelope, byStored, whoAnswered } from '../../shared/decisions.js';
import { codeOf, type Gate, YES_NO } from '../../shared/events.js';
import { nested, text, type Words } from '../../shared/texts/words.js';
import { orThrow } from '../journal/tables.js';
import type { Gated } from './effect.js';
import { beingLeft, idIn, type Stay, store, suspendWhereIdle } from './stay.js';
import { answerIn } from './stop.js';
import type { OpenNode, Tree } from './tree.js';

/** An answer, and whose it is: `whoAnswered` reads that. */
export interface Answered {
  choice: string;
  by: string;
}

/** Asks a person, or the approval policy; the answer is there again after a restart, unless a person has taken it back. */
export async function ask(stay: Stay, q: Gated): Promise<Answered> {
  const id = idIn(stay, q.kind);
  // first of all: an answer that comes meanwhile is to what is asked now
  const stale = answersTo(stay, id);
  const given = answerSoFar(stay, q);
  if (given !== null) return given;
  const gates = gatesOf(stay);
  const others = gates.filter(({ gate }) => gate !== id);
  const gate = gateOf(stay, id, { ...q, subject: withEarlier(stay, q, others) });
  if (
    !holds(
      gates.find((g) => g.gate === id),
      q,
    )
  )
    store(stay, (journal) => journal.putGate(gate));
  stay.tree.emit(gate);
  return Promise.race([answerTo(stay, id, stale), leaving(stay)]);
}

/** As `ask`, for a question that is answered with a text; '' where somebody answered without one. */
export async function askInWords(stay: Stay, q: Gated): Promise<string> {
  await ask(stay, { ...q, choices: [] });
  const id = idIn(stay, q.kind);
  const said = store(stay, (journal) => journal.pending()).map(answerIn);
  return said.findLast((answer) => answer?.gate === id)?.text ?? '';
}

/** The answer that a question has without anybody being asked now: an earlier one to the same, or the policy's. Null: none. */
export function answerSoFar(stay: Stay, q: Gated): Answered | null {
  const id = idIn(stay, q.kind);
  const gates = gatesOf(stay);
  const known = gates.find(({ gate }) => gate === id);
  if (known && known.answer !== null && holds(known, q)) {
    for (const message of answersTo(stay, id)) stay.consumed.add(message);
    return { choice: known.answer, by: known.answered_by ?? '' };
  }
  const before = q.isForRun ? gates.find((gate) => gate.answer === 'yes' && isTheSame(gate, q)) : undefined;
  if (before) return { choice: 'yes', by: before.answered_by ?? '' };
  const by = answeredBy(stay, q, gates);
  if (by === null) return null;
  const put: Gate = { ...gateOf(stay, id, q), answer: 'yes', answered_by: by };
  store(stay, (journal) => journal.putGate(put));
  // what a person agreed to in an earlier run is not shown at every build
  if (q.stored === undefined) stay.tree.emit(put);
  return { choice: 'yes', by };
}

/** Whether a gate of the run asked the same, and nobody has taken its answer back. */
const isTheSame = (gate: Gate, q: Gated): boolean => gate.scope === q.scope && holds(gate, q);

/** Whether a gate still asks that, and nobody has taken its answer back. */
const holds = (known: Gate | undefined, { binding }: Pick<Gate, 'binding'>): boolean =>
  known?.binding === binding && known.revoked === undefined;

const gatesOf = (stay: Stay): Gate[] => store(stay, (journal) => orThrow(journal.gates()));

/** A node at a revision. */
interface Asker {
  tree: Tree;
  node: OpenNode;
  seq: number;
}

/** A question as it is shown. An approval holds for exactly that: another binding voids it and asks again. */
export function gateOf({ tree, node, seq }: Asker, id: string, q: Gated): Gate {
  const {
    kind: _,
    covers: __,
    stored: ___,
    isForRun: ____,
    isNamedAlone: _____,
    choices = YES_NO,
    ...shown
  } = q;
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

async function answerTo(stay: Stay, gate: string, stale: ReadonlySet<number>): Promise<Answered> {
  const { deserted } = stay.tree;
  const suspend = (): void => {
    stay.unanswered.add(gate);
    suspendWhereIdle(stay);
  };
  if (!isAttended(stay.tree)) suspend();
  deserted?.addEventListener('abort', suspend, { once: true });
  try {
    const { message, choice, by } = await stay.watch.pausedFor(gate, stale);
    for (const one of [...stale, message]) stay.consumed.add(one);
    return { choice, by };
  } finally {
    stay.unanswered.delete(gate);
    deserted?.removeEventListener('abort', suspend);
  }
}

/** What was answered to a gate and has led to nothing yet: the transition uses it up. */
const answersTo = (stay: Stay, gate: string): ReadonlySet<number> =>
  new Set(
    store(stay, (journal) => journal.pending())
      .filter((message) => answerIn(message)?.gate === gate)
      .map(({ id }) => id),
  );

/** Who has said yes to it before it was asked; null: nobody. A question to the operator is not a gate. */
export function answeredBy(
  { tree, node }: Pick<Asker, 'tree' | 'node'>,
  q: Gated,
  gates: readonly Gate[],
): string | null {
  if (q.scope === 'question') return null;
  if (q.stored !== undefined) return byStored(q.stored);
  const isCovered = (scope: Gate['scope']) => node.approves(scope, q.isNamedAlone);
  if ([q.scope, ...(q.covers ?? [])].every(isCovered)) return BY_POLICY;
  const uses = gates.filter((g) => isUseOf(g, q));
  const [first] = uses;
  if (!q.grant || !first || whyOver(first, uses.length, q.grant, tree.now()) !== null) return null;
  return byEnvelope(String(first.answered_by), first.gate);
}

/** A yes of a person to the same, or a use of one, which nobody has taken back. What a policy lets happen grants nothing. */
const isUseOf = (g: Gate, { scope, binding }: Pick<Gate, 'scope' | 'binding'>): boolean =>
  g.scope === scope &&
  g.binding === binding &&
  g.answer === 'yes' &&
  g.revoked === undefined &&
  whoAnswered(g.answered_by ?? '') !== 'policy';

/** Why a yes that covers several uses covers no more of them; null: it does. */
export function whyOver(
  first: Pick<Gate, 'at'>,
  used: number,
  { uses, ms }: NonNullable<Gate['grant']>,
  now: number,
): Words | null {
  if (used >= uses) return text`it was used ${used} times of ${uses}`;
  const minutes = Math.round(ms / 6000) / 10;
  return now - Date.parse(first.at) < ms ? null : text`its ${minutes} min are over`;
}

/** The subject, with what has become of the last yes that a person gave to a question like it. */
function withEarlier({ tree }: Stay, q: Gated, before: readonly Gate[]): Words {
  const { parts } = q;
  const last = before.findLast(
    (g) => g.scope === q.scope && g.answer === 'yes' && g.parts !== undefined && isPersons(g),
  );
  if (q.stored !== undefined || parts === undefined || last?.parts === undefined) return q.subject;
  const why = last.revoked ?? null;
  if (why !== null)
    return ahead(text`the earlier approval ${last.gate} does not cover this: it was revoked (${why})`, q);
  if (last.binding !== q.binding)
    return ahead(whyNotCovered(last.gate, differingParts(last.parts, parts)), q);
  const uses = before.filter((g) => isUseOf(g, q)).length;
  const over = q.grant ? whyOver(last, uses, q.grant, tree.now()) : null;
  return over === null
    ? q.subject
    : ahead(text`the earlier approval ${last.gate} does not cover this: ${nested(over)}`, q);
}

const isPersons = ({ answered_by }: Gate): boolean =>
  answered_by !== null && whoAnswered(answered_by) === 'person';

const ahead = (line: Words, { subject }: Pick<Gated, 'subject'>): Words =>
  text`${nested(line)}\n${nested(subject)}`;

const leaving = (stay: Stay): Promise<never> =>
  new Promise((_, reject) => {
    const left = (): void => reject(new Error(`${beingLeft(stay)}; nobody answered`));
    stay.controller.signal.addEventListener('abort', left, { once: true });
  });
