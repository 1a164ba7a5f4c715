import type { Choice, Difference } from '../../../../shared/choice.js';
import type { Likeness, ProgramInput } from '../../provider.js';
import type { Found } from '../candidates.js';
import { describe } from '../describe.js';
import { ENOUGH_INPUTS } from './inputs.js';

/** More classes than this tell nobody anything. */
const MOST_CLASSES = 40;
const MOST_ALIKE = 20;

/** An edit that passes every visible case, with what is known of it. */
export type Plausible = Found &
  Omit<Choice, 'patch' | 'what' | 'kind' | 'place' | 'same' | 'difference' | 'score'> & {
    likeness: Likeness | null;
  };

/**
 * The plausible edits in classes that cannot be told apart, in the order in which they are to be tried. Two are one class only
 * where their objects are equal, or they agree on at least `ENOUGH_INPUTS` generated inputs.
 */
export function classesOf(plausible: readonly Plausible[], inputs: readonly ProgramInput[]): Choice[] {
  const classes: Plausible[][] = [];
  for (const each of [...plausible].sort(byPreference)) {
    const mine = classes.find(([first]) => first !== undefined && isAlike(first, each));
    if (mine) mine.push(each);
    else classes.push([each]);
  }
  const [best] = classes[0] ?? [];
  return classes.slice(0, MOST_CLASSES).flatMap((members) => choiceOf(members, best, inputs));
}

/** What is flagged comes last, the more the later; then the likeliest. */
export const byPreference = (a: Plausible, b: Plausible): number =>
  a.flags.length - b.flags.length || b.candidate.score - a.candidate.score;

function isAlike({ likeness: a }: Plausible, { likeness: b }: Plausible): boolean {
  if (!a || !b) return false;
  if (a.objects !== null && a.objects === b.objects) return true;
  const both = a.answers.flatMap((answer, at) => (answer === null && b.answers[at] === null ? [] : [at]));
  return both.length >= ENOUGH_INPUTS && both.every((at) => a.answers[at] === b.answers[at]);
}

function choiceOf(
  [first, ...others]: readonly Plausible[],
  best: Plausible | undefined,
  inputs: readonly ProgramInput[],
): Choice[] {
  if (!first) return [];
  const { candidate, patch, flags, common, executing } = first;
  const same = others.slice(0, MOST_ALIKE).map((each) => ({
    patch: each.patch,
    what: describe(each.candidate),
    found_ms: each.found_ms,
  }));
  return [
    {
      ...{ patch, flags, common, executing, same, found_ms: first.found_ms },
      ...{ what: describe(candidate), kind: candidate.kind, place: candidate.place, score: candidate.score },
      difference: best && best !== first ? differenceOf(first, best, inputs) : null,
    },
  ];
}

function differenceOf(mine: Plausible, best: Plausible, inputs: readonly ProgramInput[]): Difference | null {
  const at = inputs.findIndex((_, index) => {
    const [one, other] = [mine.likeness?.answers[index], best.likeness?.answers[index]];
    return typeof one === 'string' && typeof other === 'string' && one !== other;
  });
  const input = inputs[at];
  if (!input) return null;
  return {
    argv: [input.program, ...input.args],
    stdin: input.stdin,
    answer: mine.likeness?.answers[at] ?? '',
    first: best.likeness?.answers[at] ?? '',
  };
}
