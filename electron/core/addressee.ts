import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { isOver } from '../engine/children.js';
import type { Kit } from '../engine/kit.js';
import { MAIN, type StoredSnapshot } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import type { Said, Told } from './core-api.js';
import type { Kits } from './open-node.js';

/** A node that can be spoken to now. */
export interface Listener extends Told {
  kit: Kit;
  at: StoredSnapshot;
}

/**
 * Whom a message to a run is for, as its journal stands: the node that it names, else the deepest under way that hears such a message for the
 * run, else the root. Errors: USAGE where nobody hears it there, those of reading the journal.
 */
export function addressee(
  journal: RunJournal,
  kits: Kits,
  run: string,
  { type, node }: Pick<Said, 'type' | 'node'>,
): Result<Listener> {
  const root = journal.header();
  if (!root.ok) return root;
  const listening = listeners(journal, kits, root.value.machine, type);
  if (!listening.ok) return listening;
  const all = listening.value;
  const chosen = node === undefined ? all.at(-1) : all.find((one) => one.node === node);
  if (chosen !== undefined) return ok(chosen);
  return fail(
    node === undefined || all.length === 0 ? unheard(run, root.value.machine, type) : notHere(run, node, all),
  );
}

/** Those that such a message can be for, the root first and the deepest last. */
function listeners(journal: RunJournal, kits: Kits, machine: string, type: string): Result<Listener[]> {
  const below = journal.nodes();
  if (!below.ok) return below;
  const children = below.value.filter(
    (child) => !child.isCut && kits.get(child.machine)?.hearsForRun?.includes(type) === true,
  );
  const found: Listener[] = [];
  for (const one of [{ path: MAIN, machine }, ...children]) {
    const kit = kits.get(one.machine);
    if (kit?.messages[type] === undefined) continue;
    const at = journal.node(one.path).snapshot();
    if (!at.ok) return at;
    if (one.path === MAIN || !isOver(kit, at.value))
      found.push({ node: one.path, machine: one.machine, kit, at: at.value });
  }
  return ok(found);
}

const notHere = (run: string, node: string, all: readonly Told[]): Problem => ({
  code: 'USAGE',
  message: text`${node} of run ${run} cannot be spoken to: there is no such node, it has ended, or it does not listen`,
  next: text`these listen now: ${all.map((one) => `${one.node} (${one.machine})`).join(', ')}`,
});

/** Why a run cannot hear what is said to it, and who can. */
function unheard(run: string, machine: string, type: string): Problem {
  const [message, next] =
    type === 'undo'
      ? [
          text`${run} is a run of ${machine}: only what a session changed in its copy is taken back like this`,
          text`find the session with \`benchloop runs\``,
        ]
      : type === 'task_followup_received'
        ? [
            text`${run} is a run of ${machine}: a follow-up goes to a roundtable that has ended`,
            text`begin one: benchloop coordinate TASK.yaml --mode proposal`,
          ]
        : [
            text`${run} is a run of ${machine}, and works without listening: nothing can be said to it`,
            text`sessions, deliveries and campaigns listen; say it to one of them, or begin one: benchloop ask "…"`,
          ];
  return { code: 'USAGE', message, next };
}
