import { EVENT_KINDS } from '../../../shared/ipc/console-rows.js';

/**
 * What a capture's index tells beside the bytes themselves. The place in the list is the number in the file: append only.
 *
 * - `data`: bytes came; `count` of them.
 * - `open`: a capture began or went on; text: the settings.
 * - `gap`: `count` bytes are missing here, 0 where nobody can know how many.
 * - `wire`: somebody took the wire: what the device says now is not console.
 * - `console`: the wire was given back, after `count` received bytes that are not in this capture.
 * - `lost`: the device went away. `back`: it is there again.
 * - `settings`: the port has other settings from here on; text: which, and whose they are.
 * - `cut`: the oldest `count` bytes were dropped, to keep the size bound.
 * - `unwatched`: the process that owned the port was killed; nobody knows what came since `count`, ms since 1970.
 */
export const MARK_KINDS = ['data', ...EVENT_KINDS] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** When the host got something. */
export interface Moment {
  /** Nanoseconds of the host's monotonic clock: comparable within one boot. */
  monotonicNs: bigint;
  /** Milliseconds since 1970. */
  wallMs: number;
}

export const now = (): Moment => ({ monotonicNs: process.hrtime.bigint(), wallMs: Date.now() });

/** One entry of the index; its text is kept for marks only. */
export interface Mark extends Moment {
  kind: MarkKind;
  /** Where in the capture, in bytes from its very beginning. */
  offset: number;
  count: number;
  text: string;
}

/** Bytes of one record. */
export const RECORD = 64;
const TEXT = RECORD - 34;

/**
 * One record of an index file, little-endian:
 * `u8 kind | u8 length of text | f64 offset | f64 count | u64 monotonic ns | f64 wall ms | text (UTF-8, at most 30 bytes)`.
 */
export function encodeMark(mark: Mark): Buffer {
  const record = Buffer.alloc(RECORD);
  record.writeUInt8(MARK_KINDS.indexOf(mark.kind), 0);
  record.writeDoubleLE(mark.offset, 2);
  record.writeDoubleLE(mark.count, 10);
  record.writeBigUInt64LE(mark.monotonicNs, 18);
  record.writeDoubleLE(mark.wallMs, 26);
  // write() never leaves half a character behind
  record.writeUInt8(record.write(mark.text, RECORD - TEXT, TEXT, 'utf8'), 1);
  return record;
}

/** Null for a record that nobody wrote (a kind that is not in the list). */
export function decodeMark(record: Buffer): Mark | null {
  const kind = MARK_KINDS[record.readUInt8(0)];
  if (kind === undefined) return null;
  return {
    kind,
    offset: record.readDoubleLE(2),
    count: record.readDoubleLE(10),
    monotonicNs: record.readBigUInt64LE(18),
    wallMs: record.readDoubleLE(26),
    text: record.toString('utf8', RECORD - TEXT, RECORD - TEXT + Math.min(record.readUInt8(1), TEXT)),
  };
}
