import type { Result } from '../../../shared/problem.js';
import type { Wanted } from '../image/check-image.js';
import type { Image } from '../image/image.js';
import type { FlashBinding } from './binding.js';
import type { BoardStore } from './board-store.js';
import type { Flasher, FlashOptions } from './flasher.js';

/** What `flashBoard` is to do. */
export interface FlashRequest {
  board: { id: string; store: BoardStore };
  /** A new one each time: a bootloader does not wait for a person, so the board may be entered twice. */
  createFlasher: () => Result<Flasher>;
  /** Of the profile: where an image may lie, and for which processor and chip it must be. */
  wanted: Wanted & { chip?: string | undefined };
  image: Image;
  erase: 'pages' | 'all';
  /** The profile says that the flash cannot be read. */
  unreadable: boolean;
  /** Gives the hash of what was agreed to, null where nothing was. */
  confirm: (binding: FlashBinding, hash: string) => Promise<string | null>;
  options: FlashOptions;
}
