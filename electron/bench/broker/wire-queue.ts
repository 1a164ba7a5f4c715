import { createChunks } from './chunks.js';
import { createTurnTaker, type TurnTaker } from './turn-taker.js';

/**
 * What the device says while somebody holds the wire. Bytes stay here until the holder has read them, so that those of a
 * holder that dies, or gives the wire back early, are console again.
 */
export interface WireQueue {
  readonly who: string;
  /** What the holder wants written on the device's answers. */
  readonly turns: TurnTaker;
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
  /** Sent, and not acknowledged. */
  let ahead = createChunks();
  let unsent = createChunks();
  let received = 0;
  const turns = createTurnTaker();

  const flush = (): void => {
    while (ahead.size() < credit) {
      const part = unsent.take(credit - ahead.size());
      if (part === null) return;
      send(part);
      ahead.add(part);
    }
  };

  return {
    who,
    turns,
    push: (bytes) => {
      turns.heard(bytes);
      unsent.add(bytes);
      received += bytes.length;
      flush();
    },
    acknowledge: (count) => {
      for (let left = count; left > 0; ) left -= ahead.take(left)?.length ?? left;
      flush();
    },
    discard: () => {
      ahead = createChunks();
      unsent = createChunks();
    },
    received: () => received,
    waiting: () => ahead.size() + unsent.size(),
    leftover: () => Buffer.concat([...ahead.rest(), ...unsent.rest()]),
  };
}
