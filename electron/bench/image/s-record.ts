import { ok, type Result } from '../../../shared/problem.js';
import type { Segment } from './image.js';
import { bare, malformed, type ParsedImage, textLines } from './parsed.js';
import { joinPieces } from './segments.js';

/** Bytes of the address in each type of record; S4 is not in use (Motorola, M68000 Family Programmer's Reference Manual, appendix C). */
const ADDRESS_BYTES: Readonly<Record<number, number>> = {
  ...{ 0: 2, 1: 2, 2: 3, 3: 4 },
  ...{ 5: 2, 6: 3, 7: 4, 8: 3, 9: 2 },
};

interface SRecord {
  type: number;
  address: number;
  data: Uint8Array;
}

/**
 * Parses Motorola S-records: headers (S0), data (S1 to S3), counts (S5, S6) and an end (S7 to S9).
 *
 * Errors: IMAGE_MALFORMED with the line, for another line, a wrong checksum or length, a count that differs, no end, data after it,
 * overlapping data.
 */
export function parseSRecords(bytes: Uint8Array): Result<ParsedImage> {
  const pieces: Segment[] = [];
  let ended = false;
  for (const [index, line] of textLines(bytes).entries()) {
    if (line.trim() === '') continue;
    const record = parseRecord(line.trim(), `line ${index + 1}`);
    if (!record.ok) return record;
    if (ended) return malformed(`line ${index + 1}: a record after the end: two files in one`);
    const { type, address, data } = record.value;
    if (type >= 1 && type <= 3) {
      if (address + data.length > 2 ** 32) return malformed(`line ${index + 1}: data beyond 32 bits`);
      pieces.push({ address, bytes: data });
    } else if (type >= 7) ended = true;
    else if (type >= 5 && address !== pieces.length)
      return malformed(`line ${index + 1}: ${address} data records announced, ${pieces.length} there`);
  }
  if (!ended) return malformed('the file has no end record: it was cut off');
  const segments = joinPieces(pieces);
  return segments.ok ? ok(bare(segments.value)) : segments;
}

function parseRecord(line: string, at: string): Result<SRecord> {
  const [, kind = '', digits = ''] = /^S([0-35-9])((?:[0-9a-f]{2}){3,})$/i.exec(line) ?? [];
  if (kind === '') return malformed(`${at}: not an S-record`);
  const bytes = Uint8Array.from(Buffer.from(digits, 'hex'));
  const [count = 0] = bytes;
  if (bytes.length !== count + 1)
    return malformed(`${at}: ${count} bytes announced, ${bytes.length - 1} there`);
  const sum = bytes.reduce((total, byte) => total + byte, 0) & 0xff;
  if (sum !== 0xff) return malformed(`${at}: the checksum is wrong`);
  const type = Number(kind);
  const width = ADDRESS_BYTES[type] ?? 2;
  if (count < width + 1) return malformed(`${at}: too short for its address`);
  const address = bytes.subarray(1, 1 + width).reduce((all, byte) => all * 256 + byte, 0);
  return ok({ type, address, data: bytes.subarray(1 + width, -1) });
}
