import path from 'node:path';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { Region } from '../../image/image.js';
import { loadImage } from '../../image/load-image.js';
import { hex } from '../../image/parsed.js';
import type { FlashOptions } from '../flasher.js';

/**
 * What a bootloader shows of its flash (Microsoft, "USB Flashing Format (UF2)", "Files exposed by bootloaders"). Errors:
 * TEST_ENV_FAILURE where the file is not there, is damaged, or does not hold all of the region.
 */
export async function readCurrent(
  dir: string,
  { start, size }: Pick<Region, 'start' | 'size'>,
  { onProgress }: FlashOptions,
): Promise<Result<Uint8Array>> {
  const file = path.join(dir, 'CURRENT.UF2');
  onProgress({ phase: 'dump', done: 0, total: size });
  const image = await loadImage(file, { format: 'uf2' });
  if (!image.ok) return fail({ ...image.error, code: 'TEST_ENV_FAILURE' });
  const whole = image.value.segments.find(
    ({ address, bytes }) => address <= start && start + size <= address + bytes.length,
  );
  if (whole === undefined)
    return fail({
      code: 'TEST_ENV_FAILURE',
      where: file,
      message: `it does not hold all from ${hex(start)} to ${hex(start + size)}`,
      next: 'correct the regions of the profile, or leave `current` out of it',
    });
  onProgress({ phase: 'dump', done: size, total: size });
  return ok(whole.bytes.slice(start - whole.address, start - whole.address + size));
}
