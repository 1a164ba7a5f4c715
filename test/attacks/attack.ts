import type { Draw } from './draw.js';

/** A way to break the product, of which many attempts are made. */
export interface Attack {
  readonly name: string;
  /** The names of the promises that it attacks (`test/promises.ts`); none where it only looks for exceptions and hangs. */
  readonly promises: readonly string[];
  /** What an attempt does. */
  readonly tries: string;
  /** What must not come of it. */
  readonly broken: string;
  /** An attempt that takes longer is broken, s. */
  readonly limitSec: number;
  /** It has so many times the seconds of the others: its attempts take long. */
  readonly times?: number;
}

/** An attack whose surroundings are there. */
export interface Opened {
  /**
   * One attempt, which depends on what it draws and on nothing else.
   *
   * @returns null where the product held, or what it did instead; an exception is broken, too
   */
  attempt(draw: Draw): string | null | Promise<string | null>;
  close(): void;
}

export type Opening = () => Opened | Promise<Opened>;
