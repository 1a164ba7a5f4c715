import { fail, ok, type Result } from '../../../shared/problem.js';
import { type Moment, now } from '../console/marks.js';
import type { Recording } from './recording.js';
import { createWireQueue, type WireQueue } from './wire-queue.js';

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
