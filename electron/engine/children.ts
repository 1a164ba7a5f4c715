import { nested, text, type Words } from '../../shared/texts/words.js';
import type { ChildNode } from '../journal/records.js';
import { orThrow } from '../journal/tables.js';
import { childControl, followed } from './delegate.js';
import type { Kit } from './kit.js';
import type { Stay } from './stay.js';
import { within } from './stop.js';
import type { Tree } from './tree.js';
import type { Visit } from './visit.js';

/**
 * Ends the children of a state that is being left: those that are driven, and those that a crash cut off and nobody has
 * taken up. Each goes its own way of being given up, all of them together no longer than the teardown of the state.
 *
 * @returns paths of those that have not ended by then: they write nothing any more
 */
export async function endChildren(visit: Visit): Promise<string[]> {
  const { stay } = visit;
  const begun = [...orThrow(stay.node.journal.children(stay.seq)), ...followed(stay)];
  const open = begun.filter((child) => !hasEnded(stay, child));
  if (open.length === 0) return [];
  visit.leave({ kind: 'over', reason: text`${stay.state} has ended` });
  const { kit, header } = stay.node;
  const all = Promise.allSettled(open.map(({ path }) => stay.children.get(path) ?? giveUp(stay, path)));
  await within(all, kit.teardownMs(header), () => false);
  return open.filter((child) => !hasEnded(stay, child)).map(({ path }) => path);
}

/** What was said to nodes that are cut off before they heard it: nobody hears it any more, so the transition that cuts them off says it. */
export function unheardIn(tree: Tree, cut: readonly string[]): { id: number; words: Words }[] {
  if (cut.length === 0) return [];
  return orThrow(tree.journal.nodes()).flatMap(({ path, machine }) => {
    const kit = cut.includes(path) ? tree.kitOf(machine) : null;
    if (!kit?.ok) return [];
    const journal = tree.journal.node(path);
    const at = orThrow(journal.snapshot());
    return journal.pending().flatMap((message) => {
      const isSaid = message.by !== 'parent' && kit.value.messages[message.type] === 'event';
      const heard = isSaid ? kit.value.hear(message, at) : null;
      return heard ? [{ id: message.id, words: text`not heard any more: “${nested(heard.reason)}”` }] : [];
    });
  });
}

async function giveUp(stay: Stay, path: string): Promise<void> {
  const opened = await stay.tree.open(path);
  if (!opened.ok) return;
  const { kit, bench } = opened.value;
  try {
    await stay.drive(opened.value, childControl(stay));
  } finally {
    await kit.close(bench);
  }
}

function hasEnded({ tree }: Stay, { path, machine }: ChildNode): boolean {
  const kit = tree.kitOf(machine);
  return kit.ok && isOver(kit.value, orThrow(tree.journal.node(path).snapshot()));
}

/** Whether a node has come to the end of its machine and reported it. */
export function isOver(kit: Kit, { state, context }: { state: string; context: unknown }): boolean {
  const { states, ended } = kit.machine.definition;
  const isAtRest = states[state] === 'idle' || states[state] === 'terminal';
  return isAtRest && kit.effects[state] === undefined && ended(state, context) !== null;
}
