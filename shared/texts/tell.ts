import type { Gate } from '../events.js';
import { describeProblem, type Problem } from '../problem.js';
import type { Say } from './language.js';
import type { Speech } from './speech.js';

/** `describeProblem` in the reader's language. */
export function describeIn(problem: Problem, { language, say }: Speech): string {
  const { message, where, next } = problem;
  const shown = { ...problem, message: say(message), where: where && say(where), next: next && say(next) };
  if (language === 'en' || shown.next === undefined) return describeProblem(shown);
  return `${describeProblem({ ...shown, next: undefined })}——${shown.next}`;
}

type Worded = Pick<Gate, 'question' | 'reasons' | 'scope' | 'subject'>;

/** The words of a gate in the reader's language. */
interface Said {
  question: string;
  subject: string;
  reasons: { reason: string; weight: number }[];
}

/**
 * A gate as it is shown: question, reasons, and what of the subject is the product's own words. The patch in it stays as
 * it is, to the letter.
 */
export const gateIn = <G extends Worded>(gate: G, say: Say): Omit<G, keyof Said> & Said => ({
  ...gate,
  question: say(gate.question),
  reasons: gate.reasons.map(({ reason, weight }) => ({ reason: say(reason), weight })),
  subject: subjectIn(gate, say),
});

function subjectIn({ scope, subject }: Worded, say: Say): string {
  if (typeof subject !== 'string') return say(subject);
  return WORDED[scope] ? worded(subject, say) : subject;
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
