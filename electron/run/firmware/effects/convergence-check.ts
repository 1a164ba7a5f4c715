import { createHash } from 'node:crypto';
import { isDiagnosing } from '../../../machine/firmware-loop/diagnosis.js';
import { mustAskOperator, mustDrop } from '../../../machine/firmware-loop/patches.js';
import type { FirmwareEffect } from '../bench.js';
import { takeBack } from './rollback.js';

/** CONVERGENCE_CHECK: the guards decide; here a patch that brought nothing is taken back before they do. */
export const convergenceCheck: FirmwareEffect = async (ctx, bench, io) => {
  const asks = mustAskOperator(ctx);
  const answer = asks
    ? await io.ask({
        kind: 'same-failure',
        scope: 'question',
        question: 'The same edit failed the same way again. Go on?',
        subject: ctx.patch?.text ?? '',
        binding: createHash('sha256')
          .update(ctx.patch?.text ?? '')
          .digest('hex'),
      })
    : null;
  const dropped_to = mustDrop(ctx) && ctx.kept ? await takeBack(ctx, bench, io, ctx.kept.commit) : null;
  return {
    type: 'checked',
    reason: isDiagnosing(ctx)
      ? 'the diagnostic patch is taken back; what the target printed is evidence'
      : (ctx.decision?.reasoning ?? ''),
    evidence: [],
    dropped_to,
    operator: answer === null ? null : answer === 'yes' ? 'continue' : 'stop',
  };
};
