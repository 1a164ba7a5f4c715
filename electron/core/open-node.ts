import path from 'node:path';
import * as z from 'zod';
import type { Approvals } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { KitParts } from '../effects/parts.js';
import type { Kit } from '../engine/kit.js';
import type { OpenNode } from '../engine/tree.js';
import { readPolicy } from '../files/policy-file.js';
import { MAIN, type NodeHeader } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';

export type Kits = ReadonlyMap<string, Kit>;

/** Everything that opening a node of one run needs. */
export interface Opening {
  kits: Kits;
  run: string;
  dir: string;
  journal: RunJournal;
  parts: KitParts;
  /** Approvals given when the run is started or resumed; they replace the node's own. */
  approvals: Approvals | undefined;
}

/** The kit of a machine. Error: VERSION_MISMATCH where this release has none. */
export function kitOf(kits: Kits, machine: string): Result<Kit> {
  const kit = kits.get(machine);
  if (kit) return ok(kit);
  const message = `this release has no machine ${machine}`;
  return fail({ code: 'VERSION_MISMATCH', message, next: 'finish it with the release that began it' });
}

/** Opens a node as its journal has it. Errors: VERSION_MISMATCH, JOURNAL_CORRUPT, and what keeps its bench from being opened. */
export async function openNode(o: Opening, node: string): Promise<Result<OpenNode>> {
  const journal = o.journal.node(node);
  const about = journal.about();
  if (!about.ok) return about;
  const kit = fittingKit(o, about.value);
  if (!kit.ok) return kit;
  const header = kit.value.header.safeParse(about.value.header);
  if (!header.success) return fail(unreadableStart(z.prettifyError(header.error), o.journal.file));
  const at = journal.snapshot();
  if (!at.ok) return at;
  const { value } = kit;
  if (!isKnown(value, at.value.state)) return fail(unknownState(at.value.state, o.journal.file));
  const dir = node === MAIN ? o.dir : path.join(o.dir, 'nodes', node);
  const bench = await value.open(o.parts, header.data, { run: o.run, node, dir });
  if (!bench.ok) return bench;
  const approves = value.approves(header.data, isLockedNow(o.parts) ? 'none' : o.approvals);
  return ok({ journal, kit: value, header: header.data, bench: bench.value, approves });
}

/** A run keeps the policy that it was started with; a lock counts from the moment that it is set. A policy that cannot be read locks. */
function isLockedNow({ home }: Pick<KitParts, 'home'>): boolean {
  const policy = readPolicy(home);
  return !policy.ok || policy.value.locks.approve;
}

function fittingKit({ kits, journal }: Opening, { machine, machineVersion }: NodeHeader): Result<Kit> {
  const kit = kitOf(kits, machine);
  if (!kit.ok) return kit;
  const { version } = kit.value.machine.definition;
  if (version === machineVersion) return kit;
  return fail({
    code: 'VERSION_MISMATCH',
    message: `the run was made with table version ${machineVersion}, this is version ${version}`,
    where: journal.file,
    next: 'finish it with the release that began it',
  });
}

/** A state that the table has, and that has something to be resumed with. */
function isKnown(kit: Kit, state: string): boolean {
  const kind = kit.machine.definition.states[state];
  if (kind === 'working') return kit.resume[state] !== undefined;
  return kind !== undefined;
}

const unreadableStart = (why: string, file: string): Problem => ({
  code: 'JOURNAL_CORRUPT',
  message: `what the run was started with cannot be read: ${why}`,
  where: file,
  next: 'start the task again',
});

const unknownState = (state: string, file: string): Problem => ({
  code: 'JOURNAL_CORRUPT',
  message: `unknown state ${state}`,
  where: file,
  next: 'start the task again',
});
