import type { Gate } from '../events.js';
import { describeProblem, type Problem } from '../problem.js';
import type { Language } from './language.js';
import { localise } from './localise.js';

/** A problem whose texts are in the reader's language. */
export const problemIn = (problem: Problem, language: Language): Problem => ({
  ...problem,
  message: localise(problem.message, language),
  ...(problem.where === undefined ? {} : { where: localise(problem.where, language) }),
  ...(problem.next === undefined ? {} : { next: localise(problem.next, language) }),
});

/** `describeProblem` in the reader's language. */
export function describeIn(problem: Problem, language: Language): string {
  const shown = problemIn(problem, language);
  if (language === 'en' || shown.next === undefined) return describeProblem(shown);
  return `${describeProblem({ ...shown, next: undefined })}——${shown.next}`;
}

/**
 * A gate as it is shown: question, reasons, and what of the subject is the product's own words. The patch in it stays as
 * it is, to the letter.
 */
export function gateIn<G extends Pick<Gate, 'question' | 'reasons' | 'scope' | 'subject'>>(
  gate: G,
  language: Language,
): G {
  const say = (text: string): string => localise(text, language);
  return {
    ...gate,
    question: say(gate.question),
    reasons: gate.reasons.map((one) => ({ ...one, reason: say(one.reason) })),
    subject: WORDED[gate.scope] ? worded(gate.subject, say) : gate.subject,
  };
}

const WORDED: Readonly<Record<Gate['scope'], boolean>> = {
  flash: true,
  build: true,
  publish: true,
  patch: false,
  question: false,
};

/** Our own words end at the first empty line. */
function worded(subject: string, say: (text: string) => string): string {
  const [ours = '', ...rest] = subject.split('\n\n');
  return [ours.split('\n').map(say).join('\n'), ...rest].join('\n\n');
}
