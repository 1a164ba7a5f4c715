import type { Result } from '../../../shared/problem.js';
import type { EnvironmentRequest } from '../environment.js';
import type { Wanted } from '../image/check-image.js';
import type { Image } from '../image/image.js';
import type { FlashBinding } from './binding.js';
import type { BoardStore } from './board-store.js';
import type { Flasher, FlashOptions } from './flasher.js';

/** A run, and whether the flash is read for it; else what was written last is what it found. */
export interface FoundFor {
  run: string;
  dump: boolean;
}

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
  /** A person's hand put the board into its bootloader: it stays there while one is asked. */
  enteredByHand: boolean;
  /** Who wants back what the board held before them; null: nobody. */
  keepFor: FoundFor | null;
  /** Written also where the board holds the image; else that is verified, and the flash is spared. */
  always: boolean;
  /** False for what is no image that runs: it is not remembered as the last good one. */
  good: boolean;
  /** Counts a write just before it begins. An error refuses it. */
  spend: () => Result<void>;
  /** Told that the board is being written; see `EnvironmentRequest`. */
  unsafe?: EnvironmentRequest['unsafe'];
  /** Gives the hash of what was agreed to, null where nothing was. */
  confirm: (binding: FlashBinding, hash: string) => Promise<string | null>;
  options: FlashOptions;
}
