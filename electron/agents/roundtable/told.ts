import type { MustFix, Round } from '../../../shared/roundtable.js';
import { inEnglish } from '../../../shared/texts/words.js';

/** What a coder is told of the rounds before, characters. */
const MOST = 6000;

function line({ what, where, command, output }: MustFix): string {
  const at = where === null ? '' : `${where}: `;
  const ran = command === null ? '' : ` ${JSON.stringify(command)}`;
  return [`- ${at}${inEnglish(what)}${ran}`, ...(output === null ? [] : [output])].join('\n');
}

/** What has to change, as a log among the others: a model takes it for data. Empty where nothing has. */
export function mustFixLog(items: readonly MustFix[]): { name: string; text: string }[] {
  const text = items.map(line).join('\n').slice(0, MOST);
  return text === '' ? [] : [{ name: 'must fix', text }];
}

/** The goal with what the operator said after an earlier end. */
export const goalWith = (goal: string, messages: readonly string[]): string =>
  [goal, ...messages.map((said) => `The operator adds: ${said}`)].join('\n');

/** Why a proposal of an earlier round was not taken, in a few words. */
export const whyNotTaken = ({ review, test, must_fix }: Round): string => {
  if (test !== null && test.runs.length > 0) return 'its tests fail';
  if (review?.decision === 'changes_requested') return 'the review asks for changes';
  return must_fix.length > 0 ? 'it is not good enough yet' : 'it was only discussed';
};
