import { fail, type Problem, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { Image } from '../image/image.js';
import type { BoardStore } from './board-store.js';

export type RestorePoint = 'last-good' | 'first-dump';

/**
 * The image to flash in order to bring a board back; it is flashed like any other, agreement included.
 *
 * Errors: FLASH_DECLINED where the profile says that what was written cannot be undone, ARTIFACT_MISSING where nothing is
 * kept.
 */
export async function imageToRestore(
  store: BoardStore,
  point: RestorePoint,
  safety: BoardProfile['safety'],
): Promise<Result<Image>> {
  const forbidden = whyNotBroughtBack(safety);
  if (forbidden !== null) return fail(forbidden);
  const record = await store.record();
  if (!record.ok) return record;
  const kept = point === 'last-good' ? record.value.lastGood : record.value.firstDump;
  if (kept !== null) return store.image(kept.content);
  return fail({
    code: 'ARTIFACT_MISSING',
    message:
      point === 'last-good' ? 'no good image of this board is kept yet' : 'its first content was not kept',
    next: 'flash an image by name',
  });
}

/** Why nothing older is written to such a board without being asked for by name; null where it may be. */
export function whyNotBroughtBack(safety: BoardProfile['safety']): Problem | null {
  const flag = FLAGS.find(({ name }) => safety[name]);
  if (flag === undefined) return null;
  return {
    code: 'FLASH_DECLINED',
    message: `an older image is not written to this board: ${flag.why}`,
    next: 'flash an image by name, if you are sure',
  };
}

const FLAGS: readonly { name: keyof BoardProfile['safety']; why: string }[] = [
  { name: 'antiRollback', why: 'it refuses older images for ever (anti-rollback)' },
  { name: 'oneTimeFuses', why: 'an image may burn fuses' },
  { name: 'readOutProtection', why: 'its flash is protected, and loosening the protection erases it' },
];
