import type { MustFix, Round } from '../../../shared/roundtable.js';
import { inEnglish } from '../../../shared/texts/words.js';

/** What a coder is told of the rounds before, characters. */
const MOST = 6000;

function line({ what, where, command, output }: MustFix): string {
  const at = where === null ? '' : `${where}: `;
  const ran = command === null ? '' : ` ${JSON.stringify(command)}`;
  return [`- ${at}${inEnglish(what)}${ran}`, ...(output === null ? [] : [output])].join('\n');
}

/** Must-fix items as text, cut at its end. */
export const mustFixText = (items: readonly MustFix[]): string => items.map(line).join('\n').slice(0, MOST);

/** Why a proposal of an earlier round was not taken, in a few words. */
export const whyNotTaken = ({ review, test, must_fix }: Round): string => {
  if (test !== null) return 'its tests fail';
  if (review?.decision === 'changes_requested') return 'the review asks for changes';
  return must_fix.length > 0 ? 'it is not good enough yet' : 'it was only discussed';
};
