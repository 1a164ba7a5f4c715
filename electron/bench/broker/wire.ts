import { fail, ok, type Result } from '../../../shared/problem.js';
import { type Moment, now } from '../console/marks.js';
import type { Recording } from './recording.js';
import { createTurnTaker, type TurnTaker } from './turn-taker.js';

/** Who hears a port: the one who holds its wire, else everybody. */
export interface Wire {
  holder(): WireQueue | null;
  hear(bytes: Buffer, at: Moment): void;
  /** Errors: PORT_BUSY where somebody holds it. */
  take(who: string, credit: number, send: (bytes: Buffer) => void): Result<WireQueue>;
  /** Ends the holder's turn: `unread`, and what it never read, are everybody's again. */
  release(unread: Uint8Array): void;
}

export function createWire(path: string, recording: Recording): Wire {
  let holder: WireQueue | null = null;
  return {
    holder: () => holder,
    hear: (bytes, at) => {
      if (holder) holder.push(bytes);
      else recording.append(bytes, at);
    },
    take: (who, credit, send) => {
      if (holder)
        return fail({
          code: 'PORT_BUSY',
          message: `${holder.who} holds the wire`,
          where: path,
          next: 'wait until it is done',
        });
      holder = createWireQueue(who, credit, send);
      recording.mark('wire', who);
      return ok(holder);
    },
    release: (unread) => {
      if (!holder) return;
      const back = Buffer.concat([unread, holder.leftover()]);
      recording.mark('console', holder.who, holder.received());
      holder = null;
      if (back.length > 0) recording.append(back, now());
    },
  };
}

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

/** Bytes in the order in which they came. To take some costs the same however many wait. */
interface Chunks {
  add(bytes: Buffer): void;
  /** The first chunk, or as much of it as is wanted; null where there is none. */
  take(most: number): Buffer | null;
  /** Bytes in all. */
  size(): number;
  rest(): Buffer[];
}

/** So many chunks that were taken are forgotten at once, which costs as much as there are left. */
const FORGET = 1024;

function createChunks(): Chunks {
  let chunks: Buffer[] = [];
  let first = 0;
  let size = 0;
  return {
    add: (bytes) => {
      chunks.push(bytes);
      size += bytes.length;
    },
    take: (most) => {
      const chunk = chunks[first];
      if (chunk === undefined) return null;
      const part = chunk.subarray(0, most);
      size -= part.length;
      if (part.length < chunk.length) chunks[first] = chunk.subarray(most);
      else first += 1;
      if (first >= FORGET && first * 2 >= chunks.length) {
        chunks = chunks.slice(first);
        first = 0;
      }
      return part;
    },
    size: () => size,
    rest: () => chunks.slice(first),
  };
}
