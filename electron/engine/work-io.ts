import type { Words } from '../../shared/texts/words.js';

/** Work that must not be left alone: a flasher in mid-erase. */
export interface UnsafeSection {
  /** For people. */
  what: Words;
  /** From its beginning it is waited for no longer than this, ms. */
  limitMs: number;
  isUnsafe: () => boolean;
}

/** What effects and tools alike are given for their work. */
export interface WorkIo {
  readonly run: string;
  /** Path of the node. */
  readonly node: string;
  /** Aborted on abort, timeout, suspension, and by a message that the state takes; the work then tears down within the policy's time. */
  readonly signal: AbortSignal;
  progress(step: string, detail?: Words, done?: number, total?: number): void;
  console(bytes: Uint8Array): void;
  /** An abort or timeout waits while the section is unsafe, and reports it. Returns a function that ends the section. */
  unsafe(section: UnsafeSection): () => void;
  /** Stops the state's time limit while others hold what it needs. Returns a function that starts it again. */
  standStill(): () => void;
}
