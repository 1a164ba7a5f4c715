import { crc32 } from 'node:zlib';
import { ok, type Result } from '../../../shared/problem.js';
import type { Segment } from './image.js';
import { bare, malformed, type ParsedImage } from './parsed.js';
import { joinPieces } from './segments.js';

/** USB DFU 1.1, appendix B: the last 16 bytes of a file. */
const SUFFIX = { bytes: 16, signatureAt: 8, lengthAt: 11, crcAt: 12 } as const;
/** STMicroelectronics UM0391, "DfuSe file format": prefix, targets, elements; little-endian. */
const PREFIX_BYTES = 11;
const TARGET_BYTES = 274;
const ELEMENT_BYTES = 8;

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Whether the file ends in a DFU suffix: `UFD`, then its own length. */
export const hasDfuSuffix = (bytes: Uint8Array): boolean => {
  const at = bytes.length - SUFFIX.bytes;
  return (
    at >= 0 &&
    latin1(bytes, at + SUFFIX.signatureAt, at + SUFFIX.lengthAt) === 'UFD' &&
    (bytes[at + SUFFIX.lengthAt] ?? 0) >= SUFFIX.bytes
  );
};

/** Whether the file begins as one of DfuSe. */
export const isDfuSe = (bytes: Uint8Array): boolean => latin1(bytes, 0, 5) === 'DfuSe';

/**
 * What stands before the DFU suffix: it is no part of the program. Errors: IMAGE_MALFORMED where there is none, or its checksum is
 * wrong.
 */
export function withoutSuffix(bytes: Uint8Array): Result<Uint8Array> {
  if (!hasDfuSuffix(bytes)) return malformed('a DFU file without its suffix: it was cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = bytes.length - SUFFIX.bytes;
  // DFU does not invert the sum at its end, which crc32 does
  const crc = ~crc32(bytes.subarray(0, at + SUFFIX.crcAt)) >>> 0;
  if (crc !== view.getUint32(at + SUFFIX.crcAt, true))
    return malformed('the checksum of the DFU suffix is wrong');
  return ok(bytes.subarray(0, bytes.length - (bytes[at + SUFFIX.lengthAt] ?? 0)));
}

/**
 * Parses a file of DfuSe. Errors: IMAGE_MALFORMED where it was cut off, its checksum is wrong, a length points outside of it, elements
 * overlap, or it has several targets.
 */
export function parseDfuSe(bytes: Uint8Array): Result<ParsedImage> {
  const whole = withoutSuffix(bytes);
  return whole.ok ? parseElements(whole.value) : whole;
}

function parseElements(body: Uint8Array): Result<ParsedImage> {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (body.length < PREFIX_BYTES + TARGET_BYTES || body[5] !== 1)
    return malformed('a DfuSe file of another version, or cut off');
  if (body[10] !== 1)
    return malformed(`a DfuSe file for ${body[10]} targets: which one is meant is not known`);
  if (view.getUint32(6, true) !== body.length) return malformed('the length in the DfuSe prefix is wrong');
  const elements = view.getUint32(PREFIX_BYTES + 270, true);
  const pieces: Segment[] = [];
  let at = PREFIX_BYTES + TARGET_BYTES;
  for (let index = 0; index < elements; index += 1) {
    if (at + ELEMENT_BYTES > body.length) return malformed(`element ${index} lies outside of the DfuSe file`);
    const [address, size] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    const end = at + ELEMENT_BYTES + size;
    if (end > body.length || address + size > 2 ** 32)
      return malformed(`element ${index} lies outside of the DfuSe file`);
    pieces.push({ address, bytes: body.subarray(at + ELEMENT_BYTES, end) });
    at = end;
  }
  const segments = joinPieces(pieces);
  return segments.ok ? ok(bare(segments.value)) : segments;
}
