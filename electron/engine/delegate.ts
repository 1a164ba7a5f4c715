import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text, type Words } from '../../shared/texts/words.js';
import type { ChildNode } from '../journal/records.js';
import { orThrow } from '../journal/tables.js';
import { DispatchIntent } from './dispatch-intent.js';
import type { ChildEnd, Delegation, DispatchEnd, FollowUp } from './effect.js';
import { firstSnapshot } from './first.js';
import { begin, beingLeft, markOf, type Stay, store, suspendWhereIdle } from './stay.js';
import { within } from './stop.js';
import type { Control, OpenNode } from './tree.js';

/** Drives a child to its end; one that was begun before a crash goes on where its journal stands. */
export async function child(stay: Stay, delegation: Delegation): Promise<Result<ChildEnd>> {
  const path = begin(stay, delegation.kind);
  const spawned = spawn(stay, path, delegation);
  return spawned.ok ? toItsEnd(stay, path, path) : spawned;
}

/** Says something to a child that has ended, and drives it to its next end; what was said before a crash is not said again. */
export async function followUp(stay: Stay, said: FollowUp): Promise<Result<ChildEnd>> {
  const { kind, node, type, payload } = said;
  const known = orThrow(stay.tree.journal.nodes()).find(({ path }) => path === node);
  if (known === undefined || known.isCut) return fail(goneChild(node));
  const id = begin(stay, kind);
  const before = store(stay, (journal) => orThrow(journal.operation(id)))?.status;
  if (before === undefined || before === 'INTENT') {
    const at = stay.tree.now();
    const message = { node, type, payload, by: 'parent', channel: 'process', at };
    const intent: FollowUpIntent = { follows: node };
    store(stay, (journal) => journal.followUp({ id, kind, seq: stay.seq, intent, message }));
  }
  return toItsEnd(stay, id, node);
}

const goneChild = (node: string): Problem => ({
  code: 'USAGE',
  message: text`node ${node} was cut off, and cannot go on`,
});

/** The intent of an operation that speaks to a child of an earlier state. */
const FollowUpIntent = z.strictObject({ follows: z.string() });
type FollowUpIntent = z.infer<typeof FollowUpIntent>;

/** Children of earlier states that were spoken to in this one. */
export const followed = ({ tree, node, seq }: Stay): ChildNode[] => {
  const spoken = orThrow(tree.journal.operations()).flatMap((o) => {
    const intent = FollowUpIntent.safeParse(o.intent);
    return intent.success && o.node === node.journal.path && o.seq === seq ? [intent.data.follows] : [];
  });
  return spoken.length === 0 ? [] : orThrow(tree.journal.nodes()).filter(({ path }) => spoken.includes(path));
};

async function toItsEnd(stay: Stay, id: string, path: string): Promise<Result<ChildEnd>> {
  const opened = await stay.tree.open(path);
  if (!opened.ok) return opened;
  const goOn = stay.watch.standStill();
  const work = driveChild(stay, opened.value);
  stay.children.set(path, work);
  try {
    const end = await work;
    if (end.kind === 'waiting') return await suspended(stay, end.gate);
    stay.observed.push({ id, outcome: end.ending });
    return ok({ node: path, ending: end.ending, context: end.context });
  } finally {
    goOn();
  }
}

/** Puts the child into the journal, where it is not there yet. */
function spawn(stay: Stay, path: string, d: Delegation): Result<void> {
  const { tree, seq } = stay;
  const before = store(stay, (journal) => orThrow(journal.operation(path)))?.status;
  if (before !== undefined && before !== 'INTENT') return ok(undefined);
  const found = tree.kitOf(d.machine);
  if (!found.ok) return found;
  const kit = found.value;
  const { id: machine, version: machineVersion } = kit.machine.definition;
  const header = kit.header.parse(d.header);
  const context = kit.first(header, { run: tree.run, node: path });
  const at = tree.now();
  store(stay, (journal) => {
    journal.intend({ id: path, kind: d.kind, seq, intent: { machine, goal: d.goal }, at });
    const start = { machine, machineVersion, goal: d.goal, createdAt: at, header, initialContext: context };
    journal.spawn({ ...start, path, seq, first: firstSnapshot(kit, header, context, at) });
  });
  return ok(undefined);
}

async function driveChild(stay: Stay, node: OpenNode) {
  const { path } = node.journal;
  stay.working.add(path);
  try {
    return await stay.drive(node, childControl(stay));
  } catch (error) {
    if (!stay.isClosed) stay.broken(error);
    throw error;
  } finally {
    await node.kit.close(node.bench);
    stay.working.delete(path);
    suspendWhereIdle(stay);
  }
}

/** A child is given up with the state that has it, and suspended with it. */
export const childControl = (stay: Stay): Control => ({
  reason: () => (stay.leaving === null || stay.leaving.kind === 'suspended' ? null : stay.leaving.reason),
  forced: stay.control.forced,
  isSuspended: () => stay.leaving?.kind === 'suspended' || stay.control.isSuspended(),
  isCut: () => stay.isClosed || stay.control.isCut(),
});

/** Drives a run of its own to its end, or watches whoever does. */
export async function dispatch(stay: Stay, delegation: Delegation): Promise<Result<DispatchEnd>> {
  const id = begin(stay, delegation.kind);
  const run = runIdOf(markOf(stay, id));
  const before = store(stay, (journal) => orThrow(journal.operation(id)))?.status;
  if (before === undefined || before === 'INTENT')
    store(stay, (journal) => {
      const intent: DispatchIntent = { run, machine: delegation.machine };
      journal.intend({ id, kind: delegation.kind, seq: stay.seq, intent, at: stay.tree.now() });
      journal.mark(id, 'STARTED');
    });
  const { end, cancel } = stay.tree.dispatch(run, delegation, id);
  const passOn = (): void => {
    if (stay.leaving?.kind === 'abort') cancel(stay.leaving.reason);
  };
  stay.controller.signal.addEventListener('abort', passOn, { once: true });
  try {
    const ended = await end;
    if ('waiting' in ended) return await suspended(stay, ended.waiting);
    if (ended.ok) stay.observed.push({ id, outcome: ended.value });
    return ended;
  } finally {
    stay.controller.signal.removeEventListener('abort', passOn);
  }
}

/**
 * Gives up the runs that this state dispatched before a crash or a suspension, and that its effect has not taken up again. Waits for
 * their ends, all of them together no longer than the teardown of the state.
 */
export async function recallRuns(stay: Stay, reason: Words): Promise<void> {
  const { tree, node, seq, begun, control } = stay;
  const open = orThrow(tree.journal.operations()).filter(
    (o) => o.node === node.journal.path && o.seq === seq && o.status === 'STARTED' && !begun.has(o.id),
  );
  const runs = open.flatMap(({ id, intent }) => {
    const dispatched = DispatchIntent.safeParse(intent);
    return dispatched.success ? [{ id, run: dispatched.data.run }] : [];
  });
  const recall = async ({ id, run }: { id: string; run: string }): Promise<void> => {
    const { end, cancel } = tree.dispatch(run, null, id);
    cancel(reason);
    const ended = await end;
    if (!('waiting' in ended) && ended.ok) stay.observed.push({ id, outcome: ended.value });
  };
  if (runs.length > 0)
    await within(Promise.all(runs.map(recall)), node.kit.teardownMs(node.header), control.forced);
}

/** Ids of runs are names of folders. */
const runIdOf = (mark: string): string => mark.replace(/\W+/g, '-');

/** What it works for waits for a person who is not here: so does this node. It goes on when it is resumed. */
function suspended(stay: Stay, gate: string): Promise<never> {
  stay.unanswered.add(gate);
  suspendWhereIdle(stay);
  return new Promise<never>((_, reject) => {
    const left = (): void => reject(new Error(beingLeft(stay)));
    if (stay.controller.signal.aborted) left();
    stay.controller.signal.addEventListener('abort', left, { once: true });
  });
}
