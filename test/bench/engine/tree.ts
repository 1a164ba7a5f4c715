import path from 'node:path';
import { inboxOf } from '../../../electron/engine/inbox.js';
import type { Kit } from '../../../electron/engine/kit.js';
import type { OpenNode, Tree } from '../../../electron/engine/tree.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import type { RunJournal } from '../../../electron/journal/run-journal.js';
import { ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';

export function need<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.message));
  return result.value;
}

/** A run of that machine in a folder of its own, with its root node opened; nobody is there. */
export function openedTree(
  dir: string,
  kits: ReadonlyMap<string, Kit>,
  machine: string,
  header: unknown,
  at = 'main',
) {
  const kit = kits.get(machine);
  if (!kit) throw new Error(`no machine ${machine}`);
  const run = path.basename(dir);
  const { version: machineVersion, initial } = kit.machine.definition;
  const context = kit.first(header, { run, node: at });
  const about = { id: run, machine, machineVersion, goal: 'measure', createdAt: Date.now(), header };
  const first = { seq: 0, state: initial, context, deadline: null };
  const journal = need(createRunJournal(dir, { ...about, initialContext: context, parent: null }, first));
  const none = () => {
    throw new Error('nothing is dispatched');
  };
  const tree: Tree = {
    ...{ run, journal, inbox: inboxOf(journal), attended: true, emit: () => {}, now: Date.now },
    kitOf: (id) => ok(kits.get(id) ?? kit),
    open: async (node) => ok(await openNode(journal, kits, node, dir)),
    dispatch: none,
  };
  return { tree, journal };
}

export async function openNode(
  journal: RunJournal,
  kits: ReadonlyMap<string, Kit>,
  node: string,
  dir: string,
): Promise<OpenNode> {
  const own = journal.node(node);
  const { machine, header } = need(own.about());
  const kit = kits.get(machine);
  if (!kit) throw new Error(`no machine ${machine}`);
  const bench = need(
    await kit.open({}, header, { run: path.basename(dir), node, dir: path.join(dir, node) }),
  );
  return { journal: own, kit, header, bench, approves: () => false };
}
