import type { Gate } from '../../shared/events.js';
import { NO_PANELS, type Panels } from '../../shared/panels.js';
import { ok, type Result } from '../../shared/problem.js';
import { type Registered, registered } from '../effects/registry.js';
import { MAIN, type NodeHeader } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import type { Ending, StateKind } from '../machine/define.js';
import { openGates } from './open-gates.js';
import { endingIn } from './run-store.js';

/** Finds what shows the nodes of a machine; null: this release has no such machine. */
export type Machines = (machine: string) => Pick<Registered, 'definition' | 'show'> | null;

/** One node of a run, as its journal has it. */
export interface NodeDetails {
  path: string;
  /** Path of the node that started it; null for the root. */
  parent: string | null;
  machine: string;
  goal: string;
  state: string;
  /** Null for a state that the machine’s table no longer has. */
  kind: StateKind | null;
  /** The question that it waits with; the first of several. */
  waiting: Gate | null;
  /** When the state that it waits in ends by itself, ms since 1970; null: never. */
  deadline: number | null;
  /** Null while it is under way. */
  ending: Ending | null;
  panels: Panels;
}

/** All nodes of a run, parents first. `folder` is the run’s. Errors: JOURNAL_CORRUPT, VERSION_MISMATCH. */
export function nodesOf(
  journal: RunJournal,
  folder: string,
  machines: Machines = registered,
): Result<NodeDetails[]> {
  const root = journal.header();
  if (!root.ok) return root;
  const below = journal.nodes();
  if (!below.ok) return below;
  const open = openGates(journal);
  if (!open.ok) return open;
  const nodes: NodeDetails[] = [];
  for (const about of [{ ...root.value, path: MAIN, parent: null }, ...below.value]) {
    const node = nodeOf(journal, folder, about, machines);
    if (!node.ok) return node;
    const waiting = open.value.find(({ node: asks = MAIN }) => asks === about.path) ?? null;
    nodes.push({ ...node.value, waiting: node.value.ending === null ? waiting : null });
  }
  return ok(nodes);
}

function nodeOf(
  journal: RunJournal,
  folder: string,
  { path, parent, machine, goal, header }: NodeHeader & Pick<NodeDetails, 'path' | 'parent'>,
  machines: Machines,
): Result<Omit<NodeDetails, 'waiting'>> {
  const at = journal.node(path).snapshot();
  if (!at.ok) return at;
  const { state, context, deadline } = at.value;
  const shown = machines(machine);
  const ending = endingIn(journal, machine, at.value, () => shown?.definition ?? null);
  if (!ending.ok) return ending;
  return ok({
    ...{ path, parent, machine, goal, state, deadline, ending: ending.value },
    kind: shown?.definition.states[state] ?? null,
    panels: shown?.show({ context, header }, folder) ?? NO_PANELS,
  });
}
