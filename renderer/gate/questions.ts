import { choicesOf, type Gate, isYesNo } from '../../shared/events.js';
import type { NodeView } from '../../shared/views.js';

/** How a question can be answered. */
export interface Ways {
  /** Other choices than yes and no; null: yes or no. */
  choices: readonly string[] | null;
  /** Whether a text can go with the answer, or is the answer. */
  words: 'none' | 'optional' | 'needed';
}

export function waysOf(gate: Pick<Gate, 'choices'>): Ways {
  const choices = choicesOf(gate);
  if (choices.length === 0) return { choices, words: 'needed' };
  return isYesNo(choices) ? { choices: null, words: 'none' } : { choices, words: 'optional' };
}

/** A question about something else is another one, though its gate is the same: it is shown also where the first was put off. */
export const shownOf = ({ gate, binding }: Pick<Gate, 'gate' | 'binding'>): string => `${gate} ${binding}`;

/** A question of a run among those that are open in it. */
export interface Asked {
  gate: Gate;
  node: NodeView;
  /** From 1, in the order in which they were asked. */
  place: number;
  of: number;
}

/**
 * The question of a run that is put to the person now; null: none.
 *
 * @param later those that the person put off, as `shownOf` names them
 * @param opened key of what the person was led to last: shown first
 */
export function questionOf(
  nodes: readonly NodeView[],
  later: readonly string[],
  opened: string | null,
): Asked | null {
  const asked = nodes
    .flatMap((node) => (node.waiting === null ? [] : [{ gate: node.waiting, node }]))
    .sort((a, b) => a.gate.at.localeCompare(b.gate.at))
    .map((one, at, all) => ({ ...one, place: at + 1, of: all.length }));
  const left = asked.filter(({ gate }) => !later.includes(shownOf(gate)));
  return left.find(({ gate }) => waitingKey(gate) === opened) ?? left[0] ?? null;
}

/** Of the same question in the queue of all that waits. */
export const waitingKey = ({ run, gate }: Pick<Gate, 'run' | 'gate'>): string => `${run} ${gate}`;

/** Whether it is a prompt of the provider `manual`, which waits for a reply by hand. */
export const isByHand = ({ gate, scope }: Pick<Gate, 'gate' | 'scope'>): boolean =>
  scope === 'question' && /[.]prompt-\d+$/.test(gate);
