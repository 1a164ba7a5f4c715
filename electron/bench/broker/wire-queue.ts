/**
 * What the device says while somebody holds the wire. Bytes stay here until the holder has read them, so that those of a
 * holder that dies, or gives the wire back early, are console again.
 */
export interface WireQueue {
  readonly who: string;
  push(bytes: Buffer): void;
  /** The holder has read so many bytes. */
  acknowledge(count: number): void;
  /** Drops what the holder has not read. */
  discard(): void;
  /** Bytes that came in all. */
  received(): number;
  /** Bytes that the holder has not read. */
  waiting(): number;
  leftover(): Buffer;
}

/** Sends what came as far as `credit` bytes ahead of the acknowledged ones. */
export function createWireQueue(who: string, credit: number, send: (bytes: Buffer) => void): WireQueue {
  let chunks: Buffer[] = [];
  let waiting = 0;
  let received = 0;
  /** Of what waits, bytes that were sent. */
  let sent = 0;

  const flush = (): void => {
    let at = 0;
    for (const chunk of chunks) {
      const from = Math.max(0, sent - at);
      const to = Math.min(chunk.length, credit - at);
      if (to > from) {
        send(chunk.subarray(from, to));
        sent += to - from;
      }
      at += chunk.length;
    }
  };

  const drop = (count: number): void => {
    let left = Math.min(count, waiting);
    waiting -= left;
    sent = Math.max(0, sent - left);
    while (left > 0) {
      const first = chunks[0];
      if (!first) return;
      if (first.length > left) chunks[0] = first.subarray(left);
      else chunks.shift();
      left -= Math.min(left, first.length);
    }
  };

  return {
    who,
    push: (bytes) => {
      chunks.push(bytes);
      waiting += bytes.length;
      received += bytes.length;
      flush();
    },
    acknowledge: (count) => {
      drop(count);
      flush();
    },
    discard: () => {
      chunks = [];
      waiting = 0;
      sent = 0;
    },
    received: () => received,
    waiting: () => waiting,
    leftover: () => Buffer.concat(chunks),
  };
}
