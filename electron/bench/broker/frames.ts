/**
 * Wire protocol between a port's broker and its clients, over a local stream socket (a Unix socket in a
 * private folder, a named pipe on Windows).
 *
 * A frame is `u32 length of the payload | u8 type | payload`, numbers little-endian. Types, and who sends them:
 *
 * | type | name    | from   | payload |
 * |------|---------|--------|---------|
 * | 1    | control | both   | UTF-8 JSON, see `messages.ts` |
 * | 2    | console | broker | `f64 offset | u64 monotonic ns | f64 wall ms | u8 kept` then bytes of the device |
 * | 3    | wire    | broker | bytes of the device, for the one who holds the wire |
 * | 4    | write   | client | `u32 request id` then bytes for the device; answered by a control frame |
 * | 5    | release | client | `u32 request id` then bytes read and put back: they are console again |
 *
 * A client's first frame is the control message `hello` with version, token and port; before it nothing else is answered.
 * Both ends bound the length before they keep a byte: a local peer is not trusted blindly either.
 */
export const PROTOCOL_VERSION = 7;

export const FRAME = { control: 1, console: 2, wire: 3, write: 4, release: 5 } as const;

export interface Frame {
  type: number;
  payload: Buffer;
}

/** Bytes of device data that one frame carries at most. */
export const MAX_DATA = 256 * 1024;

const HEADER = 5;
const MAX_PAYLOAD = MAX_DATA + 64;

/** Header and parts of one frame, to be written one after the other. */
export function frameParts(type: number, ...parts: readonly Uint8Array[]): Uint8Array[] {
  const header = Buffer.allocUnsafe(HEADER);
  header.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, 0),
    0,
  );
  header.writeUInt8(type, 4);
  return [header, ...parts];
}

/**
 * Takes a stream apart into frames.
 *
 * @returns the frames that are whole now, or null once the peer broke the rules (a length beyond the bound): hang up
 */
export function createFrameReader(): (chunk: Buffer) => Frame[] | null {
  let kept: Buffer[] = [];
  let size = 0;
  let wanted = HEADER;
  return (chunk) => {
    kept.push(chunk);
    size += chunk.length;
    if (size < wanted) return [];
    const all = kept.length === 1 ? chunk : Buffer.concat(kept);
    const frames: Frame[] = [];
    let at = 0;
    while (all.length - at >= HEADER) {
      const length = all.readUInt32LE(at);
      if (length > MAX_PAYLOAD) return null;
      if (all.length - at < HEADER + length) break;
      frames.push({
        type: all.readUInt8(at + 4),
        payload: all.subarray(at + HEADER, at + HEADER + length),
      });
      at += HEADER + length;
    }
    const rest = all.subarray(at);
    kept = rest.length > 0 ? [rest] : [];
    size = rest.length;
    wanted = size >= HEADER ? HEADER + rest.readUInt32LE(0) : HEADER;
    return frames;
  };
}

/** When the host got bytes: nanoseconds of its monotonic clock, and its wall clock in ms since 1970. */
export interface Moment {
  monotonicNs: bigint;
  wallMs: number;
}

/** Bytes of the console: where they lie in the port's capture, and when they came. */
export interface ConsolePush extends Moment {
  offset: number;
  /** False where the capture could not keep them (disk full): they are in no file. */
  kept: boolean;
  bytes: Buffer;
}

const PUSH_HEADER = 25;

export function consoleFrame(push: ConsolePush): Uint8Array[] {
  const header = Buffer.allocUnsafe(PUSH_HEADER);
  header.writeDoubleLE(push.offset, 0);
  header.writeBigUInt64LE(push.monotonicNs, 8);
  header.writeDoubleLE(push.wallMs, 16);
  header.writeUInt8(push.kept ? 1 : 0, 24);
  return frameParts(FRAME.console, header, push.bytes);
}

/** Null where the payload is too short to be one. */
export function parseConsole(payload: Buffer): ConsolePush | null {
  if (payload.length < PUSH_HEADER) return null;
  return {
    offset: payload.readDoubleLE(0),
    monotonicNs: payload.readBigUInt64LE(8),
    wallMs: payload.readDoubleLE(16),
    kept: payload.readUInt8(24) === 1,
    bytes: payload.subarray(PUSH_HEADER),
  };
}

/** A frame of type write or release: the request's id before the bytes. */
export function numberedFrame(
  type: typeof FRAME.write | typeof FRAME.release,
  id: number,
  bytes: Uint8Array,
): Uint8Array[] {
  const header = Buffer.allocUnsafe(4);
  header.writeUInt32LE(id, 0);
  return frameParts(type, header, bytes);
}

/** Null where the payload is too short to hold an id. */
export function parseNumbered(payload: Buffer): { id: number; bytes: Buffer } | null {
  return payload.length < 4 ? null : { id: payload.readUInt32LE(0), bytes: payload.subarray(4) };
}
