import type { Input, Output } from '../../shared/ipc.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { Core } from '../core/core-api.js';

/** What the person is asked before an unproven patch is published; nothing is published. Errors: those of `Core.accept`. */
export async function offerToAccept(
  core: Core,
  { run, choice }: Input<'acceptOffer'>,
): Promise<Result<Output<'acceptOffer'>>> {
  let offered: Output<'acceptOffer'> | null = null;
  const looked = await core.accept(run, {
    choice,
    by: 'window',
    agree: async ({ question, subject, binding }) => {
      offered = { question, subject, binding };
      return false;
    },
  });
  if (!looked.ok) return looked;
  return offered === null ? fail(changed(run)) : ok(offered);
}

/** Publishes the patch, if it still is the one that the person saw. Errors: those of `Core.accept`, GATE_NOT_FOUND. */
export async function acceptRun(
  core: Core,
  { run, choice, binding }: Input<'acceptRun'>,
): Promise<Result<Output<'acceptRun'>>> {
  const agree = async (offer: { binding: string }): Promise<boolean> => offer.binding === binding;
  const accepted = await core.accept(run, { choice, by: 'window', agree });
  if (!accepted.ok) return accepted;
  return accepted.value === null ? fail(changed(run)) : ok(accepted.value);
}

const changed = (run: string): Problem => ({
  code: 'GATE_NOT_FOUND',
  message: 'the run offers another patch by now than the one that was shown',
  where: run,
  next: 'look at what it offers now, and accept that',
});
