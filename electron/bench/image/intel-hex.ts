import { ok, type Result } from '../../../shared/problem.js';
import type { Segment } from './image.js';
import { bare, malformed, type ParsedImage } from './parsed.js';
import { joinPieces } from './segments.js';

interface HexRecord {
  offset: number;
  type: number;
  data: Uint8Array;
}

/**
 * Parses an Intel HEX file (Intel, "Hexadecimal Object File Format Specification", revision A, 1988): record types 00 to
 * 05, in I8HEX, I16HEX and I32HEX. Line ends may be LF, CRLF or CR; empty lines are passed over.
 *
 * Errors: IMAGE_MALFORMED with the line, for whatever the specification does not allow: a wrong checksum or length,
 * another record type, data beyond its segment or after the end record, no end record, overlapping data.
 */
export function parseIntelHex(bytes: Uint8Array): Result<ParsedImage> {
  const lines = new TextDecoder('latin1').decode(bytes).split(/\r\n|\r|\n/);
  const pieces: Segment[] = [];
  let base = 0;
  let ended = false;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const record = parseRecord(line.trimEnd(), index + 1);
    if (!record.ok) return record;
    if (ended) return malformed(`line ${index + 1}: a record after the end of the file`);
    const { type, data, offset } = record.value;
    if (type === DATA) {
      if (offset + data.length > 0x10000)
        return malformed(`line ${index + 1}: data runs over the end of its 64 KiB`);
      pieces.push({ address: base + offset, bytes: data });
    } else if (type === END) ended = true;
    else base = nextBase(record.value) ?? base;
  }
  if (!ended) return malformed('the file has no end record: it was cut off');
  const segments = joinPieces(pieces);
  return segments.ok ? ok(bare(segments.value)) : segments;
}

const DATA = 0;
const END = 1;
/** Bytes of data that a record of each type has; data records have any number. */
const LENGTHS: readonly (number | null)[] = [null, 0, 2, 4, 2, 4];

function parseRecord(line: string, number: number): Result<HexRecord> {
  const at = `line ${number}`;
  if (!/^:(?:[0-9a-f]{2}){5,}$/i.test(line)) return malformed(`${at}: not a record of Intel HEX`);
  const bytes = Uint8Array.from(Buffer.from(line.slice(1), 'hex'));
  const [length = 0, high = 0, low = 0, type = 0] = bytes;
  if (bytes.length !== length + 5)
    return malformed(`${at}: ${length} bytes announced, ${bytes.length - 5} there`);
  const sum = bytes.reduce((total, byte) => total + byte, 0) & 0xff;
  if (sum !== 0) return malformed(`${at}: the checksum is wrong`);
  const wanted = LENGTHS[type];
  if (wanted === undefined) return malformed(`${at}: there is no record type ${type}`);
  if (wanted !== null && wanted !== length)
    return malformed(`${at}: a record of type ${type} has ${wanted} bytes, not ${length}`);
  return ok({ offset: high * 256 + low, type, data: bytes.subarray(4, -1) });
}

/** The base address that follows from an extended address record; null for start addresses, which only loaders use. */
function nextBase({ type, data: [high = 0, low = 0] }: HexRecord): number | null {
  if (type === 2) return (high * 256 + low) * 0x10;
  if (type === 4) return (high * 256 + low) * 0x10000;
  return null;
}
