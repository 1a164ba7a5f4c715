import { createHash } from 'node:crypto';
import type { Image, Region } from '../image/image.js';
import { contentHash } from '../image/stored-image.js';
import type { Identity } from './flasher.js';

/** What a person agrees to. If any of it is different just before the first write, the agreement is void. */
export interface FlashBinding {
  board: string;
  chip: string;
  serial: string | null;
  /** SHA-256 of the image's file, and of what of it is written. */
  image: string;
  content: string;
  regions: readonly Region[];
  erase: 'pages' | 'all';
  /** Why what the board holds now could not be brought back; null where it is kept or can be read. */
  irreversible: string | null;
}

export interface BindingParts {
  board: string;
  identity: Pick<Identity, 'chip' | 'serial'>;
  image: Image;
  regions: readonly Region[];
  erase: 'pages' | 'all';
  irreversible: string | null;
}

export const bind = ({ identity, image, ...rest }: BindingParts): FlashBinding => ({
  ...rest,
  chip: identity.chip,
  serial: identity.serial,
  image: image.sha256,
  content: contentHash(image),
});

/** SHA-256 of a binding, hexadecimal; the same for the same fields in any order. */
export function bindingHash(binding: FlashBinding): string {
  const { board, chip, serial, image, content, erase, irreversible } = binding;
  const regions = binding.regions.map(({ name, start, size, page }) => [name, start, size, page]);
  const fields = [board, chip, serial, image, content, regions, erase, irreversible];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
