import { inEnglish } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { takeBack } from '../../tools/patch.js';
import type { FirmwareBench } from './bench.js';

/**
 * Takes the clone back to `commit`, from the patch under test. Returns `commit`.
 *
 * @throws Error when git fails too: the run cannot go on.
 */
export async function rollBack(
  { patch }: FirmwareContext,
  bench: FirmwareBench,
  io: EffectIo,
  commit: string,
): Promise<string> {
  const back = await io.call(takeBack, { to: commit, diff: patch?.applied ? patch.text : null }, bench);
  if (!back.ok) throw new Error(inEnglish(back.error.message));
  return commit;
}
