import type { Stored } from '../console/capture.js';
import { consoleFrame, MAX_DATA } from './frames.js';

/** Pushes console bytes to one subscriber, never more than it can take. */
export interface Pusher {
  onStored(stored: Stored): void;
  /** The subscriber has dealt with so many pushed bytes. */
  acknowledge(bytes: number): void;
}

/**
 * Sends at most `credit` bytes ahead of the acknowledged ones. What comes beyond is not kept for the subscriber: it lies in
 * the capture, and `kept` says how far once the subscriber is able to take something again.
 */
export function createPusher(
  credit: number,
  out: { push: (frame: readonly Uint8Array[]) => void; kept: (upTo: number) => void },
): Pusher {
  let ahead = 0;
  /** Offset behind what was not pushed; null where nothing was left out. */
  let skippedTo: number | null = null;

  const tell = (): void => {
    if (skippedTo !== null) out.kept(skippedTo);
    skippedTo = null;
  };

  return {
    onStored: ({ bytes, offset, kept, at }) => {
      if (ahead + bytes.length > credit) {
        if (kept) skippedTo = offset + bytes.length;
        return;
      }
      tell();
      ahead += bytes.length;
      for (let from = 0; from < bytes.length; from += MAX_DATA)
        out.push(
          consoleFrame({
            offset: offset + (kept ? from : 0),
            kept,
            bytes: bytes.subarray(from, from + MAX_DATA),
            ...at,
          }),
        );
    },
    acknowledge: (bytes) => {
      ahead = Math.max(0, ahead - bytes);
      if (ahead <= credit / 2) tell();
    },
  };
}
