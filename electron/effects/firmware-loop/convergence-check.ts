import { ENGLISH } from '../../../shared/texts/speech.js';
import { inEnglish, nested, text, type Words } from '../../../shared/texts/words.js';
import { bindingOf } from '../../engine/binding.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { isDiagnosing } from '../../machine/firmware-loop/diagnosis.js';
import { mustAskOperator, mustDrop } from '../../machine/firmware-loop/patches.js';
import { passesBelow, whyUnproven } from '../../machine/firmware-loop/verdicts.js';
import type { FirmwareEffect } from './bench.js';
import { differenceLines } from './report/choices.js';
import { rollBack } from './rollback.js';

/** CONVERGENCE_CHECK: the guards decide; here a patch that brought nothing is taken back before they do. */
export const convergenceCheck: FirmwareEffect = async (ctx, bench, io) => {
  const asks = mustAskOperator(ctx);
  const answer = asks
    ? await io.ask({
        kind: 'same-failure',
        question: text`The same edit failed the same way again. Go on?`,
        subject: ctx.patch?.text ?? '',
        binding: bindingOf(ctx.patch?.text ?? ''),
      })
    : null;
  const takes = await isTaken(ctx, io);
  const dropped_to =
    !takes && mustDrop(ctx) && ctx.kept ? await rollBack(ctx, bench, io, ctx.kept.commit) : null;
  return {
    type: 'checked',
    reason: reasonOf(ctx, takes),
    evidence: [],
    dropped_to,
    operator: takes ? 'take' : answer === null ? null : answer === 'yes' ? 'continue' : 'stop',
  };
};

function reasonOf(ctx: FirmwareContext, takes: boolean): Words {
  if (isDiagnosing(ctx)) return text`the diagnostic patch is undone; what the target printed is evidence`;
  const told = ctx.decision?.reasoning ?? '';
  if (takes || !passesBelow(ctx)) return told;
  const sure = (ctx.decision?.confidence ?? 0).toFixed(2);
  return text`every target case passes, but confidence is ${sure}, wanted ${ctx.policy.successConfidence}: the patch is undone`;
}

/** With somebody there, a pass that is not believed is a question first, once in a run: take it, or go on. */
async function isTaken(ctx: FirmwareContext, io: EffectIo): Promise<boolean> {
  if (!passesBelow(ctx) || ctx.choosing?.changes !== 0 || !io.isAttended()) return false;
  const { reason } = whyUnproven(ctx);
  const shown = [...differencesIn(ctx), '', ctx.patch?.text ?? ''].join('\n');
  const subject = text`${nested(reason)}\n${shown}`;
  const answer = await io.ask({
    kind: 'unproven',
    question: text`The patch passes your cases and may be wrong. Accept it all the same? No: try the others`,
    subject,
    binding: bindingOf(inEnglish(subject)),
  });
  return answer === 'yes';
}

/** On which input another patch that passes answers otherwise: the case to add. */
const differencesIn = ({ choosing }: FirmwareContext): string[] =>
  (choosing?.list ?? []).flatMap(({ choice }, index) =>
    choice.difference === null
      ? []
      : [`Patch ${index + 1} differs: ${choice.what}`, ...differenceLines(ENGLISH.say, choice.difference)],
  );
