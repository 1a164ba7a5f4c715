import { createHash } from 'node:crypto';
import type { Image, Segment } from './image.js';

/** What erased flash reads as. */
const ERASED = 0xff;

/** An image that makes the flash of these segments read as erased. */
export function blankImage(segments: readonly Segment[]): Image {
  const blank = segments.map(({ address, bytes }) => ({
    address,
    bytes: new Uint8Array(bytes.length).fill(ERASED),
  }));
  const hash = createHash('sha256');
  for (const { bytes } of blank) hash.update(bytes);
  return {
    format: 'bin',
    segments: blank,
    sha256: hash.digest('hex'),
    machine: null,
    buildId: null,
    family: null,
  };
}
