import { nested, text, type Words } from '../../../../shared/texts/words.js';
import type { SessionContext } from '../../../machine/session/context.js';

/** What a turn came to, in a sentence. */
export function endWords(ctx: SessionContext, files: readonly string[], branch: string | null): Words {
  if (ctx.blocked !== null) return text`the goal was not met: ${nested(ctx.blocked)}`;
  const made = ctx.calls.filter(({ status }) => status === 'ok').length;
  if (files.length === 0) return text`the goal is met; calls made: ${made}; no file was changed`;
  return branch === null
    ? text`the goal is met; calls made: ${made}; files changed in the session's copy: ${files.join(', ')}`
    : text`the goal is met; calls made: ${made}; files changed on branch ${branch}: ${files.join(', ')}`;
}
