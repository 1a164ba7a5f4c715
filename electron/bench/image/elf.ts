import { ok, type Result } from '../../../shared/problem.js';
import type { Segment } from './image.js';
import { malformed, type ParsedImage } from './parsed.js';
import { joinPieces } from './segments.js';

// System V gABI, "ELF header" and "Program header"; 32-bit layout.
const EHDR_BYTES = 52;
const PHDR_BYTES = 32;
const CLASS_32 = 1;
const DATA_LSB = 1;
const DATA_MSB = 2;
const ET_EXEC = 2;
const PT_LOAD = 1;
const PT_NOTE = 4;
/** The linker script of AVR maps data memory, EEPROM, fuses and lock bits above flash (avr-ld, avr5.x: 0x800000 on). */
const EM_AVR = 83;
const AVR_DATA_START = 0x80_0000;

interface ProgramHeader {
  type: number;
  offset: number;
  /** Physical: where the bytes are loaded from, not where they run. */
  address: number;
  fileBytes: number;
}

/**
 * Parses a linked 32-bit ELF file: what its sections hold, at the physical addresses that its program headers load them to, and its
 * GNU build-id (from the note segments, else from the note sections). A program header may also load the file's own headers and the
 * padding behind them, where a linker begins it at a page: nobody means those bytes to be written, and objcopy does not write them
 * either. Of a file without sections all is taken that a program header loads, but for the file's headers.
 *
 * AVR: what lies at 0x800000 and above is EEPROM, fuses and lock bits in the conventions of avr-gcc, and is left out:
 * a flasher of program memory never writes it.
 *
 * Errors: IMAGE_MALFORMED for anything that is not a linked 32-bit ELF file, or that points outside of itself.
 */
export function parseElf(bytes: Uint8Array): Result<ParsedImage> {
  const order = bytes[5];
  if (bytes.length < EHDR_BYTES || bytes[4] !== CLASS_32) return malformed('not a 32-bit ELF file');
  if (order !== DATA_LSB && order !== DATA_MSB) return malformed('an ELF file without a byte order');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = order === DATA_LSB;
  if (view.getUint16(16, little) !== ET_EXEC)
    return malformed('not a linked program: an object file or a shared library');
  const headers = programHeaders(view, little);
  if (!headers.ok) return headers;
  const machine = view.getUint16(18, little);
  const loaded = headers.value
    .filter(({ type, fileBytes }) => type === PT_LOAD && fileBytes > 0)
    .filter(({ address }) => machine !== EM_AVR || address < AVR_DATA_START);
  // Headers that share bytes of the file could ask for far more memory than the file has.
  if (loaded.reduce((sum, { fileBytes }) => sum + fileBytes, 0) > bytes.length)
    return malformed('the program headers load more bytes than the file has');
  const sections = loadedSections(view, little);
  if (!sections.ok) return sections;
  const pieces = loaded.flatMap((header) =>
    piecesOf(bytes, header, sections.value ?? [behindHeaders(view, little)]),
  );
  const segments = joinPieces(pieces);
  if (!segments.ok) return segments;
  return ok({
    segments: segments.value,
    machine,
    buildId: buildId(view, little, headers.value),
    family: null,
  });
}

/** A part of the file. */
interface Part {
  offset: number;
  fileBytes: number;
}

/** Those parts that a program header loads, where it loads them. */
function piecesOf(bytes: Uint8Array, header: ProgramHeader, parts: readonly Part[]): Segment[] {
  const end = header.offset + header.fileBytes;
  return parts.flatMap(({ offset, fileBytes }) => {
    const [from, to] = [Math.max(offset, header.offset), Math.min(offset + fileBytes, end)];
    return from < to
      ? [{ address: header.address + from - header.offset, bytes: bytes.slice(from, to) }]
      : [];
  });
}

/** What follows the ELF header and the program headers. */
function behindHeaders(view: DataView, little: boolean): Part {
  const offset = Math.max(
    EHDR_BYTES,
    view.getUint32(28, little) + view.getUint16(42, little) * view.getUint16(44, little),
  );
  return { offset, fileBytes: view.byteLength - offset };
}

const SHDR_BYTES = 40;
const SHT_NULL = 0;
const SHT_NOBITS = 8;
const SHF_ALLOC = 2;

/** Sections that are in memory and in the file; null where the file has no section headers. gABI, "Sections". */
function loadedSections(view: DataView, little: boolean): Result<Part[] | null> {
  const start = view.getUint32(32, little);
  const size = view.getUint16(46, little);
  const count = view.getUint16(48, little);
  if (start === 0 || count === 0) return ok(null);
  if (size < SHDR_BYTES || start + size * count > view.byteLength)
    return malformed('the section headers lie outside of the file: it was cut off');
  const sections = Array.from({ length: count }, (_, index) => {
    const word = (field: number) => view.getUint32(start + size * index + field, little);
    return { type: word(4), flags: word(8), offset: word(16), fileBytes: word(20) };
  });
  return ok(
    sections.filter(
      ({ type, flags, fileBytes }) =>
        type !== SHT_NULL && type !== SHT_NOBITS && (flags & SHF_ALLOC) !== 0 && fileBytes > 0,
    ),
  );
}

function programHeaders(view: DataView, little: boolean): Result<ProgramHeader[]> {
  const start = view.getUint32(28, little);
  const size = view.getUint16(42, little);
  const count = view.getUint16(44, little);
  if (count > 0 && size < PHDR_BYTES) return malformed(`program headers of ${size} bytes`);
  if (start + size * count > view.byteLength) return malformed('the program headers lie outside of the file');
  const headers = Array.from({ length: count }, (_, index) => {
    const at = start + size * index;
    const word = (field: number) => view.getUint32(at + field, little);
    return { type: word(0), offset: word(4), address: word(12), fileBytes: word(16) };
  });
  const outside = headers.findIndex(
    ({ type, offset, fileBytes }) =>
      (type === PT_LOAD || type === PT_NOTE) && offset + fileBytes > view.byteLength,
  );
  if (outside >= 0) return malformed(`program header ${outside} points outside of the file: it was cut off`);
  const beyond = headers.findIndex(
    ({ type, address, fileBytes }) => type === PT_LOAD && address + fileBytes > 2 ** 32,
  );
  return beyond >= 0 ? malformed(`program header ${beyond} loads beyond 32 bits`) : ok(headers);
}

const SHT_NOTE = 7;
const NT_GNU_BUILD_ID = 3;

function buildId(view: DataView, little: boolean, headers: readonly ProgramHeader[]): string | null {
  const segments = headers.filter(({ type }) => type === PT_NOTE);
  for (const { offset, fileBytes } of [...segments, ...noteSections(view, little)]) {
    const id = buildIdNote(view, little, offset, offset + fileBytes);
    if (id !== null) return id;
  }
  return null;
}

/** Linker scripts of firmware often keep the note's section and make no note segment. Nonsense is passed over: no bytes to write depend on it. */
function noteSections(view: DataView, little: boolean): Pick<ProgramHeader, 'offset' | 'fileBytes'>[] {
  const start = view.getUint32(32, little);
  const size = view.getUint16(46, little);
  const count = view.getUint16(48, little);
  if (size < 40 || start + size * count > view.byteLength) return [];
  return Array.from({ length: count }, (_, index) => start + size * index)
    .filter((at) => view.getUint32(at + 4, little) === SHT_NOTE)
    .map((at) => ({ offset: view.getUint32(at + 16, little), fileBytes: view.getUint32(at + 20, little) }))
    .filter(({ offset, fileBytes }) => offset + fileBytes <= view.byteLength);
}

/** gABI, "Note section": sizes of name and descriptor, type, then both, padded to 4 bytes. */
function buildIdNote(view: DataView, little: boolean, start: number, end: number): string | null {
  const padded = (n: number) => Math.ceil(n / 4) * 4;
  for (let at = start; at + 12 <= end; ) {
    const nameBytes = view.getUint32(at, little);
    const idBytes = view.getUint32(at + 4, little);
    const type = view.getUint32(at + 8, little);
    const id = at + 12 + padded(nameBytes);
    if (id + idBytes > end) return null;
    const name = Buffer.from(view.buffer, view.byteOffset + at + 12, nameBytes).toString('latin1');
    if (type === NT_GNU_BUILD_ID && name === 'GNU\0' && idBytes > 0)
      return Buffer.from(view.buffer, view.byteOffset + id, idBytes).toString('hex');
    at = id + padded(idBytes);
  }
  return null;
}
