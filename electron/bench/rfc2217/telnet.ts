/** Telnet as far as RFC 2217 needs it (RFC 854, "Telnet protocol specification"; RFC 855, options). */
export const IAC = 255;
const SB = 250;
const SE = 240;
export const WILL = 251;
export const WONT = 252;
export const DO = 253;
export const DONT = 254;

export type TelnetPart =
  | { kind: 'data'; bytes: Buffer }
  /** `verb` is one of WILL, WONT, DO, DONT. */
  | { kind: 'option'; verb: number; option: number }
  | { kind: 'sub'; option: number; payload: Buffer };

/** Sub-negotiations are short; one that does not end is no telnet. Bytes. */
const MAX_SUB = 1024;

/** Takes a stream apart. Null once the peer does not speak telnet. */
export function createTelnetReader(): (chunk: Buffer) => TelnetPart[] | null {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const parts: TelnetPart[] = [];
    let at = 0;
    while (at < all.length) {
      const next = readPart(all, at);
      if (next === null) break;
      parts.push(next.part);
      at = next.end;
    }
    rest = Buffer.from(all.subarray(at));
    return rest.length > MAX_SUB ? null : parts;
  };
}

type Read = { part: TelnetPart; end: number } | null;

/** The part that begins at `at`, or null where it is not whole yet. */
function readPart(all: Buffer, at: number): Read {
  if (all[at] !== IAC) {
    const stop = all.indexOf(IAC, at);
    const end = stop < 0 ? all.length : stop;
    return { part: { kind: 'data', bytes: all.subarray(at, end) }, end };
  }
  const verb = all[at + 1];
  const option = all[at + 2];
  if (verb === undefined) return null;
  if (verb === IAC) return { part: { kind: 'data', bytes: all.subarray(at, at + 1) }, end: at + 2 };
  if (verb === SB) return readSub(all, at);
  if (verb < WILL) return { part: { kind: 'data', bytes: Buffer.alloc(0) }, end: at + 2 };
  return option === undefined ? null : { part: { kind: 'option', verb, option }, end: at + 3 };
}

function readSub(all: Buffer, at: number): Read {
  const option = all[at + 2];
  if (option === undefined) return null;
  const payload: number[] = [];
  for (let i = at + 3; i + 1 < all.length; i += 1) {
    const byte = all[i] ?? 0;
    if (byte !== IAC) payload.push(byte);
    else if (all[i + 1] === SE)
      return { part: { kind: 'sub', option, payload: Buffer.from(payload) }, end: i + 2 };
    else {
      payload.push(all[i + 1] ?? 0);
      i += 1;
    }
  }
  return null;
}

/** Data bytes as they go over the wire: 255 is doubled. */
export function escapeData(bytes: Buffer): Buffer {
  if (!bytes.includes(IAC)) return bytes;
  const escaped: number[] = [];
  for (const byte of bytes) escaped.push(...(byte === IAC ? [IAC, IAC] : [byte]));
  return Buffer.from(escaped);
}

export const optionBytes = (verb: number, option: number): Buffer => Buffer.from([IAC, verb, option]);

export const subBytes = (option: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([IAC, SB, option]), escapeData(payload), Buffer.from([IAC, SE])]);
