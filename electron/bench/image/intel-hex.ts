import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Segment } from './image.js';
import { bare, malformed, type ParsedImage, textLines } from './parsed.js';
import { joinPieces } from './segments.js';

interface HexRecord {
  offset: number;
  type: number;
  data: Uint8Array;
}

/** Records of a Universal Hex that are data of a part (micro:bit, "Universal Hex Format Specification"). */
const UNIVERSAL = {
  blockStart: 0x0a,
  blockEnd: 0x0b,
  padding: 0x0c,
  customData: 0x0d,
  otherData: 0x0e,
} as const;

/** Data of one board in a Universal Hex; '' in a plain file, which is of any board. */
type Parts = Map<string, Segment[]>;

/**
 * Parses an Intel HEX file (Intel, "Hexadecimal Object File Format Specification", revision A, 1988): record types 00 to
 * 05, in I8HEX, I16HEX and I32HEX. A record begins at its colon: a byte order mark, remarks, and text before the first record or
 * behind the last one are passed over, and so is what DOS puts at the end. Line ends may be LF, CRLF or CR. Of a Universal Hex the part of the board is taken.
 *
 * Errors: IMAGE_MALFORMED with the line, for whatever the specification does not allow: a wrong checksum or length,
 * another record type, data beyond its segment, no end record, overlapping data; for a record that lacks its colon; for two files in
 * one; for a Universal Hex without a part of the board, or where no board is named.
 *
 * @param boards ids of the board in a Universal Hex, four hexadecimal digits each
 */
export function parseIntelHex(bytes: Uint8Array, boards: readonly string[] = []): Result<ParsedImage> {
  const parts: Parts = new Map();
  let [base, part] = [0, ''];
  let [begun, ended]: [boolean, number | null] = [false, null];
  for (const [index, line] of textLines(bytes).entries()) {
    const record = parseRecord(line, index + 1, begun && ended === null);
    if (record === null) continue;
    if (!record.ok) return record;
    begun = true;
    if (ended !== null)
      return malformed(`line ${index + 1}: a record after the end in line ${ended}: two files in one`);
    const { type, data, offset } = record.value;
    if (type === DATA || type === UNIVERSAL.customData) {
      if (offset + data.length > 0x10000)
        return malformed(`line ${index + 1}: data runs over the end of its 64 KiB`);
      put(parts, part, { address: base + offset, bytes: data });
    } else if (type === END) ended = index + 1;
    else if (type === UNIVERSAL.blockStart) part = Buffer.from(data.subarray(0, 2)).toString('hex');
    else base = nextBase(record.value) ?? base;
  }
  if (ended === null) return malformed('the file has no end record: it was cut off');
  const chosen = partOf(parts, boards);
  if (!chosen.ok) return chosen;
  const segments = joinPieces(chosen.value);
  return segments.ok ? ok(bare(segments.value)) : segments;
}

function put(parts: Parts, part: string, piece: Segment): void {
  const known = parts.get(part);
  if (known) known.push(piece);
  else parts.set(part, [piece]);
}

function partOf(parts: Parts, boards: readonly string[]): Result<Segment[]> {
  const ids = [...parts.keys()].filter((id) => id !== '');
  if (ids.length === 0) return ok(parts.get('') ?? []);
  const mine = ids.find((id) => boards.includes(id));
  if (mine !== undefined) return ok(parts.get(mine) ?? []);
  const named = ids.join(', ');
  return fail({
    code: 'IMAGE_MALFORMED',
    message:
      boards.length === 0
        ? `it is a Universal Hex with parts for the boards ${named}, and the profile names none of them`
        : `it is a Universal Hex with parts for the boards ${named}, and none for ${boards.join(', ')}`,
    next: 'name the board in `universalHex` of the profile, or save the file for this board alone',
  });
}

const DATA = 0;
const END = 1;
/** Bytes of data that a record of each type has; null: any number. Types 0x0a to 0x0e are of a Universal Hex. */
const LENGTHS: Readonly<Record<number, number | null>> = {
  ...{ 0: null, 1: 0, 2: 2, 3: 4, 4: 2, 5: 4 },
  ...{ 10: 4, 11: null, 12: null, 13: null, 14: null },
};
/** A record that lost its colon: to pass it over would lose what it holds. */
const BARE_RECORD = /^\s*(?:[0-9a-f]{2}){5,}\s*$/i;

/**
 * Null: the line holds no record. Between the records only a remark may stand: what else is there may be a damaged one.
 */
function parseRecord(line: string, number: number, isBetween: boolean): Result<HexRecord> | null {
  const at = `line ${number}`;
  const isRemark = /^\s*(?:[;#/]|$)/.test(line);
  const colon = isRemark ? -1 : line.indexOf(':');
  if (colon < 0) {
    if (BARE_RECORD.test(line)) return malformed(`${at}: a record without its colon`);
    return isRemark || !isBetween ? null : malformed(`${at}: not a record of Intel HEX`);
  }
  const [, digits = '', rest = ''] = /^:([0-9a-f]*)(.*)$/i.exec(line.slice(colon)) ?? [];
  if (digits.length < 10 || digits.length % 2 > 0 || !/^(?:[\s;#/]|$)/.test(rest))
    return malformed(`${at}: not a record of Intel HEX`);
  return recordOf(Uint8Array.from(Buffer.from(digits, 'hex')), at);
}

function recordOf(bytes: Uint8Array, at: string): Result<HexRecord> {
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

/** The base address that follows from an extended address record; null for other records, which hold nothing to write. */
function nextBase({ type, data: [high = 0, low = 0] }: HexRecord): number | null {
  if (type === 2) return (high * 256 + low) * 0x10;
  if (type === 4) return (high * 256 + low) * 0x10000;
  return null;
}
