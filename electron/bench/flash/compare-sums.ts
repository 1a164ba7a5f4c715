import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Segment } from '../image/image.js';
import { hex } from '../image/parsed.js';
import type { Link } from '../link/link.js';
import type { FlashOptions } from './flasher.js';
import { totalBytes } from './pages.js';

/** How a board's own checksum of a segment is compared. */
export interface SumCheck {
  /** Null where it is that of the image, else what is wrong. */
  differs(segment: Segment): Promise<string | null>;
  /** What to do where it is another one. */
  next: string;
}

/** Verifies one segment after the other by the board's own checksums. Errors: VERIFY_FAILURE, also where it was stopped. */
export async function compareSums(
  link: Link,
  segments: readonly Segment[],
  { onProgress, signal }: FlashOptions,
  { differs, next }: SumCheck,
): Promise<Result<void>> {
  const total = totalBytes(segments);
  let done = 0;
  onProgress({ phase: 'verify', done, total });
  for (const segment of segments) {
    const why = signal.aborted ? 'stopped before it was verified' : await differs(segment);
    if (why !== null)
      return fail({
        code: 'VERIFY_FAILURE',
        where: link.name,
        message: `at ${hex(segment.address)}: ${why}`,
        next,
      });
    done += segment.bytes.length;
    onProgress({ phase: 'verify', done, total });
  }
  return ok(undefined);
}
