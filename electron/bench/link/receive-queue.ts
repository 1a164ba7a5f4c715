import type { LinkLost } from './link.js';

/** What has arrived and was not read yet: the reading half of every `Link`. */
export interface ReceiveQueue {
  /** Hands over bytes as they arrive; the queue keeps them without a copy. */
  push(bytes: Uint8Array): void;
  /** The stream ended: readers get what arrived before, then this error. The first call counts. */
  end(error: LinkLost): void;
  /** As `Link.read`. One reader at a time. */
  read(max: number, timeoutMs: number): Promise<Uint8Array | null>;
  unread(bytes: Uint8Array): void;
  discard(): void;
  /** Throws the error with which the stream ended, if it did. */
  assertOpen(): void;
  /** Rejects when the stream ends; for what waits on something else. */
  readonly ended: Promise<never>;
}

export function createReceiveQueue(): ReceiveQueue {
  let chunks: Uint8Array[] = [];
  let lost: LinkLost | undefined;
  let wake: (() => void) | undefined;
  const { promise: ended, reject } = rejectable();

  const take = (max: number): Uint8Array | null => {
    const first = chunks.shift();
    if (first === undefined) return null;
    if (first.length > max) chunks.unshift(first.subarray(max));
    return first.subarray(0, max);
  };
  const arrival = (timeoutMs: number): Promise<void> =>
    new Promise((resolve) => {
      // A process that stood still has timers run before it sees what came meanwhile (Node.js, "The event loop"): look first.
      const timer = setTimeout(() => setImmediate(resolve), timeoutMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    ended,
    push(bytes) {
      if (bytes.length === 0) return;
      chunks.push(bytes);
      wake?.();
    },
    end(error) {
      if (lost !== undefined) return;
      lost = error;
      reject(error);
      wake?.();
    },
    async read(max, timeoutMs) {
      if (chunks.length === 0 && lost === undefined && timeoutMs > 0) await arrival(timeoutMs);
      const bytes = take(max);
      if (bytes === null && lost !== undefined) throw lost;
      return bytes;
    },
    unread(bytes) {
      if (bytes.length > 0) chunks.unshift(bytes);
    },
    discard() {
      chunks = [];
    },
    assertOpen() {
      if (lost !== undefined) throw lost;
    },
  };
}

function rejectable(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, no) => {
    reject = no;
  });
  promise.catch(() => {}); // Nobody may be waiting when it ends: those who call later get the error from `assertOpen`.
  return { promise, reject };
}
