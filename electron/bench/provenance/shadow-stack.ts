import type { CodeFunction, CodeMap } from './code-map.js';
import type { Transfer } from './transfers.js';

/** A call under way. */
export interface Frame {
  /** Null: code without a symbol. */
  fn: CodeFunction | null;
  /** Where it stands. */
  at: number;
  /** Nothing called it: an interrupt or a fault. */
  isAsync: boolean;
}

/** The calls under way at one moment. */
export interface CallStack {
  /** The outermost first. */
  frames: readonly Frame[];
  /** It goes back to where the program began. */
  isWhole: boolean;
}

/** A stack that is kept beside a program, from outside. */
export interface ShadowStack {
  /** An instruction that is executed. */
  step(address: number): void;
  now(): CallStack;
  /** Functions that a watched one called, or what that called. */
  below: ReadonlySet<CodeFunction>;
}

/** A deeper stack is lost rather than kept: a recursion without end. */
const DEEPEST = 200;

/**
 * Follows a program's calls by the addresses that it executes. The entry of a function is a call, or a jump in place of one; the
 * middle of a function that is on the stack is a return to it. The middle of one that is not (another task, a `longjmp` out of
 * sight) loses the stack: it is not whole from then on.
 */
export function shadowStack(
  map: CodeMap,
  transfers: ReadonlyMap<number, Transfer>,
  isWatched: (fn: CodeFunction) => boolean,
): ShadowStack {
  const below = new Set<CodeFunction>();
  let frames: Frame[] = [];
  let isWhole = true;
  let last = -1;

  /** What an interrupt runs is called by nobody. */
  const isBelowWatched = (): boolean => {
    const called = frames.slice(frames.findLastIndex((frame) => frame.isAsync) + 1);
    return called.some((frame) => frame.fn !== null && isWatched(frame.fn));
  };
  const push = (fn: CodeFunction | null, at: number, isAsync: boolean): void => {
    if (fn && !isAsync && isBelowWatched()) below.add(fn);
    if (frames.length >= DEEPEST) {
      frames = [];
      isWhole = false;
    }
    frames.push({ fn, at, isAsync });
  };
  const comeBack = (fn: CodeFunction, at: number): void => {
    const index = frames.findLastIndex((frame) => frame.fn === fn);
    const frame = frames[index];
    if (frame) {
      frames.length = index + 1;
      frame.at = at;
      return;
    }
    isWhole = false;
    frames = [{ fn, at, isAsync: false }];
  };
  const leadsTo = (from: number, to: number): boolean => {
    const transfer = transfers.get(from);
    return transfer !== undefined && (transfer.target === null || transfer.target === to);
  };

  /** The top interrupted a function at its first instruction, which is executed now. */
  const isResumed = (fn: CodeFunction, address: number): boolean => {
    const under = frames.at(-2);
    return frames.at(-1)?.isAsync === true && under?.fn === fn && under.at === address;
  };

  return {
    below,
    now: () => ({ frames: frames.map((frame) => ({ ...frame })), isWhole }),
    step(address) {
      const from = last;
      last = address;
      const fn = map.functionAt(address);
      const top = frames.at(-1);
      if (top && top.fn === fn) {
        if (fn && address === fn.start && transfers.get(from)?.isCall) push(fn, address, false);
        else top.at = address;
      } else if (fn && isResumed(fn, address)) {
        comeBack(fn, address);
      } else if (fn === null || address === fn.start) {
        push(fn, address, frames.length > 0 && !leadsTo(from, address));
      } else comeBack(fn, address);
    },
  };
}
