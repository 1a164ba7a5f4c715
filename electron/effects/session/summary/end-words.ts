import { joined, nested, text, type Words } from '../../../../shared/texts/words.js';
import type { SessionContext } from '../../../machine/session/context.js';
import { isTakenBack } from './taken-back.js';

/** What a turn came to, in a sentence, and whether rules stood in for a model. */
export function endWords(ctx: SessionContext, files: readonly string[], branch: string | null): Words {
  const end = endOfTurn(ctx, files, branch);
  const { stoodIn = null } = ctx;
  return stoodIn === null ? end : joined(end, stoodIn);
}

function endOfTurn(ctx: SessionContext, files: readonly string[], branch: string | null): Words {
  if (ctx.mode === 'connection' && ctx.isCancelled) return endOfConnection(ctx, files, branch);
  if (ctx.blocked !== null) return text`the goal was not met: ${nested(ctx.blocked)}`;
  if (isTakenBack(ctx))
    return files.length === 0
      ? text`taken back: no file is changed any more`
      : text`taken back; files that are still changed in the session's copy: ${files.join(', ')}`;
  if (ctx.plan?.steps.length === 0) return text`nothing was done: the planner found nothing to do`;
  const made = ctx.calls.filter(({ status }) => status === 'ok').length;
  if (files.length === 0) return text`the goal is met; calls made: ${made}; no file was changed`;
  return branch === null
    ? text`the goal is met; calls made: ${made}; files changed in the session's copy: ${files.join(', ')}`
    : text`the goal is met; calls made: ${made}; files changed on branch ${branch}: ${files.join(', ')}`;
}

/** The end of a connection says nothing of what its client wanted. */
function endOfConnection(ctx: SessionContext, files: readonly string[], branch: string | null): Words {
  const end = nested(ctx.blocked ?? '');
  const made = ctx.calls.length;
  if (files.length === 0) return text`${end}; calls made: ${made}; no file was changed`;
  return branch === null
    ? text`${end}; calls made: ${made}; files changed in the session's copy: ${files.join(', ')}`
    : text`${end}; calls made: ${made}; files changed on branch ${branch}: ${files.join(', ')}`;
}
