import type { Choice, ChoiceState } from '../../../shared/choice.js';
import { confidenceOf, type Features, type Figures } from './confidence.js';

/** One class of plausible patches, and what became of it in this run. */
export interface TriedChoice {
  choice: Choice;
  state: ChoiceState;
  /** When it last passed; null where it did not. */
  confidence: number | null;
}

/** The classes that a search found, in the order of trying. */
export interface Choosing {
  list: TriedChoice[];
  /** The one under test. */
  at: number | null;
  /** The one to be tried next, without a search. */
  due: number | null;
  /** How often another class was taken up. */
  changes: number;
}

/** After the first class so many others may be tried in a run. */
const MOST_CHANGES = 3;

export const beginChoosing = (choices: readonly Choice[], before: Choosing | null): Choosing => ({
  list: choices.map((choice) => ({ choice, state: 'open', confidence: null })),
  at: choices.length > 0 ? 0 : null,
  due: null,
  changes: before?.changes ?? 0,
});

/** The class under test has been found out about. */
export function settle(choosing: Choosing, state: ChoiceState, confidence: number | null): Choosing {
  const { at } = choosing;
  const list = choosing.list.map((each, index) => (index === at ? { ...each, state, confidence } : each));
  return { ...choosing, list, at: null };
}

/** Number of classes that held-out cases have rejected so far. */
export const rejectedIn = ({ list }: Choosing): number =>
  list.filter(({ state }) => state === 'rejected').length;

/** Features of the class at `index`. */
export function featuresOf(
  choosing: Choosing,
  index: number,
  known: { failedBefore: number; composite: boolean },
): Features | null {
  const choice = choosing.list[index]?.choice;
  if (!choice) return null;
  const left = choosing.list.flatMap(({ state }, at) =>
    state === 'rejected' || state === 'failed' ? [] : [at],
  );
  return {
    failedBefore: known.failedBefore,
    rejected: rejectedIn(choosing),
    classes: left.length,
    first: left[0] === index,
    composite: known.composite,
    choice,
  };
}

/**
 * The class to be tried after the one that was just settled: one that passed before and has become sure enough since others
 * were rejected, else the next that was not tried. Null where there is none, or enough were tried.
 */
export function nextClass(
  choosing: Choosing,
  o: { failedBefore: number; composite: boolean; figures: Figures; threshold: number },
): number | null {
  if (choosing.changes >= MOST_CHANGES) return null;
  const grown = choosing.list.findIndex(({ state }, index) => {
    const features = featuresOf(choosing, index, o);
    return state === 'below' && features !== null && confidenceOf(features, o.figures).value >= o.threshold;
  });
  if (grown >= 0) return grown;
  const open = choosing.list.findIndex(({ state }) => state === 'open');
  return open >= 0 ? open : null;
}

/** The class that a person is offered where none is sure enough: the surest that passed. */
export function bestBelow({ list }: Choosing): number | null {
  const below = list.flatMap(({ state, confidence }, index) =>
    state === 'below' ? [{ index, confidence: confidence ?? 0 }] : [],
  );
  below.sort((a, b) => b.confidence - a.confidence || a.index - b.index);
  return below[0]?.index ?? null;
}
