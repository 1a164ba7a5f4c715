import { visible } from '../../../../shared/visible-text.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';

/** What `git log --oneline` and most tools show whole (git-commit(1), DISCUSSION, asks for less than 50). */
const SUBJECT = 72;

/**
 * The message of a patch's commit: the first sentence of its rationale as the subject, one line of at most 72
 * characters; then the whole rationale, and where it comes from.
 */
export function commitMessage(ctx: FirmwareContext, rationale: string): string {
  const text = visible(rationale).replace(/\s+/g, ' ').trim();
  const sentence = /^.*?(?=\.(?: |$)|$)/.exec(text)?.[0] ?? '';
  const subject = sentence === '' ? 'Patch of a run' : shortened(sentence);
  return `${subject}\n\n${text}\n\nBenchloop run ${ctx.run}, iteration ${ctx.iteration_index}\n`;
}

/** The same for a patch that a person takes though the figures speak against it (design §3, "Confidence"). */
export const unprovenMessage = (ctx: FirmwareContext, rationale: string): string =>
  `${commitMessage(ctx, rationale)}Benchloop-Verdict: UNPROVEN\n`;

/** Cut between words. */
function shortened(sentence: string): string {
  if (sentence.length <= SUBJECT) return sentence;
  const cut = sentence.slice(0, SUBJECT - 1);
  const blank = cut.lastIndexOf(' ');
  return `${blank > SUBJECT / 2 ? cut.slice(0, blank) : cut}…`;
}
