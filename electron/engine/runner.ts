import { joined } from '../../shared/texts/words.js';
import { mustWait } from '../journal/database.js';
import { orThrow } from '../journal/tables.js';
import type { BaseEvent } from '../machine/define.js';
import { endChildren, unheardIn } from './children.js';
import { recallRuns } from './delegate.js';
import type { Outcome } from './effect.js';
import { exceptionEvent, type Moved, NOTHING, type Place, settle, settleIfTaken } from './settle.js';
import type { NodeEnd } from './stay.js';
import { heard, promised, type Stop, watchForStop } from './stop.js';
import { leftAlone, tearDown } from './teardown.js';
import type { Control, OpenNode, Tree } from './tree.js';
import { openVisit, type Visit } from './visit.js';
import { waitForPerson } from './wait.js';

/**
 * Drives one node until its machine has come to its end, or waits for an answer that nobody here can give:
 * step → commit → start effect → its outcome is the next event. Expects to own the run.
 *
 * @throws Error of the store when that fails under the run (`databaseProblem` says what); it can be resumed.
 */
export async function drive(tree: Tree, node: OpenNode, control: Control): Promise<NodeEnd> {
  const { seq, state, context, deadline } = orThrow(node.journal.snapshot());
  let place: Place = { snapshot: { state, context }, seq, deadline };
  for (;;) {
    const next = await advance(tree, node, place, control);
    if ('kind' in next) return next;
    place = next;
    await tree.pace?.(next.transition);
  }
}

/** One transition further; or the end. */
async function advance(tree: Tree, node: OpenNode, place: Place, control: Control): Promise<Moved | NodeEnd> {
  const { kit } = node;
  const { state } = place.snapshot;
  const kind = kit.machine.definition.states[state];
  if (kind === undefined) throw new Error(`${kit.machine.definition.id} has no state ${state}`);
  if (kind === 'waiting') return waitForPerson(tree, node, place, control);
  if (kit.effects[state] !== undefined) return visitState(tree, node, place, { control, kind });
  const begun = kind === 'idle' && kit.begin !== null ? kit.begin(node.header) : null;
  const moved = begun && settleIfTaken(tree, node, place, begun, NOTHING);
  return moved ?? followUp(tree, node, place) ?? ending(node, place);
}

/** What was said after the end, where the machine takes it there. */
function followUp(tree: Tree, node: OpenNode, place: Place): Moved | null {
  const said = heard({ tree, node, place }, node.journal.pending());
  return said && settleIfTaken(tree, node, place, said.outcome, { ...NOTHING, consumed: said.messages });
}

function ending({ kit }: OpenNode, { snapshot }: Place): NodeEnd {
  const { id, ended } = kit.machine.definition;
  const end = ended(snapshot.state, snapshot.context);
  if (end === null) throw new Error(`${id} stands still in ${snapshot.state} and has not ended`);
  return { kind: 'finished', ending: end, context: snapshot.context };
}

type End =
  | { kind: 'outcome'; outcome: Outcome<BaseEvent> }
  | { kind: 'waiting'; gate: string }
  | { kind: 'suspended' }
  | Stop;

interface Manner {
  control: Control;
  kind: 'idle' | 'working' | 'terminal';
}

async function visitState(
  tree: Tree,
  node: OpenNode,
  place: Place,
  { control, kind }: Manner,
): Promise<Moved | NodeEnd> {
  const { kit, header } = node;
  const { state } = place.snapshot;
  const cut = promised<End>();
  const timeoutMs = kit.timeoutMs(header, state);
  const watch = watchForStop({ tree, node, place, control, timeoutMs, abortable: kind !== 'terminal' });
  const suspend = (gate: string): void => cut.resolve({ kind: 'waiting', gate });
  const drives = (child: OpenNode, of: Control) => drive(tree, child, of);
  const { seq } = place;
  const visit = openVisit({
    ...{ tree, node, state, seq, watch, control, suspend, broken: cut.reject, drive: drives },
  });
  const here: Here = { tree, node, place, control, visit };
  try {
    if (watch.atOnce) return await cutShort(here, watch.atOnce, null);
    const effect = runEffect(here);
    const outcome = effect.then((o): End => ({ kind: 'outcome', outcome: o }));
    const end = await Promise.race([cut.promise, outcome, watch.stopped]);
    if (end.kind === 'outcome') return await leave(here, end.outcome, []);
    if (end.kind !== 'waiting' && end.kind !== 'suspended') return await cutShort(here, end, effect);
    const leaving = { kind: 'suspended', reason: 'suspended' } as const;
    await tearDown({ visit, effect, leaving, teardownMs: kit.teardownMs(header), forced: control.forced });
    return { kind: 'waiting', gate: end.kind === 'waiting' ? end.gate : '' };
  } catch (error) {
    visit.leave({ kind: 'suspended', reason: 'the store failed' });
    throw error;
  } finally {
    watch.end();
    visit.close();
  }
}

interface Here {
  tree: Tree;
  node: OpenNode;
  place: Place;
  control: Control;
  visit: Visit;
}

/** Runs the state's effect; what it throws becomes the machine's exception event, for the table to judge. */
async function runEffect({ node, place, visit }: Here): Promise<Outcome<BaseEvent>> {
  const { state, context } = place.snapshot;
  try {
    const effect = node.kit.effects[state];
    if (!effect) throw new Error(`no effect for ${state}`);
    return await effect(context, node.bench, visit.io);
  } catch (error) {
    // No room for a console or an artifact means none for the journal either.
    if (mustWait(error)) throw error;
    return exceptionEvent(node, state, error);
  }
}

/** Abort, timeout or a message: the request is committed first, then the effect gets its bounded teardown. */
async function cutShort(here: Here, stop: Stop, effect: Promise<Outcome<BaseEvent>> | null): Promise<Moved> {
  const { node, place, control, visit } = here;
  const leaving = { kind: stop.kind, reason: stop.reason };
  if (stop.messages.length === 0) record(here, leaving);
  const teardownMs = node.kit.teardownMs(node.header);
  const { late, left } = effect
    ? await tearDown({ visit, effect, leaving, teardownMs, forced: control.forced })
    : { late: null, left: null };
  visit.leave(leaving);
  if (stop.kind === 'abort') await recallRuns(visit.stay, stop.reason);
  const evidence = late?.evidence ?? [];
  if (stop.kind === 'message') {
    const outcome = { ...stop.outcome, evidence: [...stop.outcome.evidence, ...evidence] };
    return leave(here, outcome, stop.messages);
  }
  const reason = left === null ? stop.reason : joined(stop.reason, leftAlone(left));
  const { abort, timeout } = node.kit.machine.definition.events;
  const type = stop.kind === 'abort' ? abort : timeout;
  const outcome = { type, reason, evidence, state: place.snapshot.state };
  return leave(here, outcome, requestsFor(here, stop.kind));
}

function record({ tree, node, place }: Here, { kind, reason }: Pick<Stop, 'kind' | 'reason'>): void {
  const [type, by] = kind === 'abort' ? ['cancel', 'operator'] : ['TIMEOUT', 'runner'];
  const payload = { seq: place.seq, reason };
  tree.journal.tell({ node: node.journal.path, type, payload, by, channel: 'process', at: tree.now() });
}

/** What a stop settles: a timeout that is overtaken by an abort is over with it. */
const requestsFor = ({ node }: Here, kind: Stop['kind']): number[] =>
  node.journal
    .pending()
    .filter(({ type }) => type === 'TIMEOUT' || (type === 'cancel' && kind === 'abort'))
    .map(({ id }) => id);

/** Ends what works below the node, then takes the transition. */
async function leave(here: Here, outcome: Outcome<BaseEvent>, messages: readonly number[]): Promise<Moved> {
  const { tree, node, place, visit } = here;
  const cut = await endChildren(visit);
  const { observed, consumed } = visit.stay;
  const lost = unheardIn(tree, cut);
  const told = { ...outcome, reason: joined(outcome.reason, ...lost.map(({ words }) => words)) };
  const used = [...consumed, ...messages, ...lost.map(({ id }) => id)];
  return settle(tree, node, place, lost.length === 0 ? outcome : told, { observed, consumed: used, cut });
}
