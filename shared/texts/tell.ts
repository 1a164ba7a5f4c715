import type { Gate } from '../events.js';
import { describeProblem, type Problem } from '../problem.js';
import type { Say } from './language.js';
import type { Speech } from './speech.js';

/** A problem whose texts are in the reader's language. */
const problemIn = (problem: Problem, say: Say): Problem => ({
  ...problem,
  message: say(problem.message),
  ...(problem.where === undefined ? {} : { where: say(problem.where) }),
  ...(problem.next === undefined ? {} : { next: say(problem.next) }),
});

/** `describeProblem` in the reader's language. */
export function describeIn(problem: Problem, { language, say }: Speech): string {
  const shown = problemIn(problem, say);
  if (language === 'en' || shown.next === undefined) return describeProblem(shown);
  return `${describeProblem({ ...shown, next: undefined })}——${shown.next}`;
}

/**
 * A gate as it is shown: question, reasons, and what of the subject is the product's own words. The patch in it stays as
 * it is, to the letter.
 */
export function gateIn<G extends Pick<Gate, 'question' | 'reasons' | 'scope' | 'subject'>>(
  gate: G,
  say: Say,
): G {
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
  power: true,
  exec: true,
  write: true,
  commit: true,
  deploy: true,
  send: true,
  patch: false,
  question: false,
};

/** Our own words end at the first empty line. */
function worded(subject: string, say: Say): string {
  const [ours = '', ...rest] = subject.split('\n\n');
  return [ours.split('\n').map(say).join('\n'), ...rest].join('\n\n');
}
