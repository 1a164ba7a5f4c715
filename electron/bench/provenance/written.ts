import type { Place } from './places.js';

/** A function at work: its symbol, and the functions of the source there, the innermost first. */
export interface WriterFrame {
  symbol: string | null;
  places: readonly Place[];
}

/** The calls that were under way when a byte was written. */
export interface WriterStack {
  /** It goes back to the program's beginning, without an interrupt or a gap. */
  isKnown: boolean;
  /** The outermost first. */
  frames: readonly WriterFrame[];
}

/** What a program printed, and who. */
export interface Written {
  bytes: Uint8Array;
  /** For each byte the place of its stack in `stacks`; -1 where nothing is known of its writer. */
  by: Int32Array;
  stacks: readonly WriterStack[];
  /** Symbols that patched functions called, or what those called; null where only writers were looked at. */
  below: ReadonlySet<string> | null;
}

/** Why nothing is known: there was nothing to follow, or nothing says what of it is patched. */
export type Unknown = 'untraced' | 'undebugged';
