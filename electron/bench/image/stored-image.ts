import { createHash } from 'node:crypto';
import * as z from 'zod';
import { IMAGE_FORMATS, type Image } from './image.js';
import { joinPieces } from './segments.js';

/** An image as the file that keeps it: JSON, bytes in base64. */
export const StoredImageSchema = z.object({
  format: z.enum(IMAGE_FORMATS),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  machine: z.number().nullable(),
  buildId: z.string().nullable(),
  family: z.number().nullable(),
  segments: z.array(z.object({ address: z.number().int().min(0).max(0xffff_ffff), base64: z.base64() })),
});
type StoredImage = z.infer<typeof StoredImageSchema>;

export const toStored = ({ segments, ...rest }: Image): StoredImage => ({
  ...rest,
  segments: segments.map(({ address, bytes }) => ({
    address,
    base64: Buffer.from(bytes).toString('base64'),
  })),
});

export const fromStored = ({ segments, ...rest }: StoredImage): Image => ({
  ...rest,
  segments: segments.map(({ address, base64 }) => ({
    address,
    bytes: Uint8Array.from(Buffer.from(base64, 'base64')),
  })),
});

/** What a file of `toStored` holds; null for any other file. */
export function keptImage(file: Uint8Array): Image | null {
  if (file[0] !== '{'.charCodeAt(0)) return null;
  try {
    const parsed = StoredImageSchema.safeParse(JSON.parse(Buffer.from(file).toString('utf8')));
    if (!parsed.success) return null;
    const image = fromStored(parsed.data);
    const joined = joinPieces(image.segments);
    return joined.ok ? { ...image, segments: joined.value } : null;
  } catch {
    return null; // no JSON: an image of another kind
  }
}

/** SHA-256 over addresses, lengths and bytes, hexadecimal: what a board would hold, whatever file it came from. */
export function contentHash(image: Image): string {
  const hash = createHash('sha256');
  for (const { address, bytes } of image.segments) hash.update(`${address}:${bytes.length}:`).update(bytes);
  return hash.digest('hex');
}
