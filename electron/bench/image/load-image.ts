import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { formatOfName } from '../../../shared/image-name.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import { hasDfuSuffix, isDfuSe, parseDfuSe, withoutSuffix } from './dfu-file.js';
import { parseElf } from './elf.js';
import type { Image, ImageFormat } from './image.js';
import { parseIntelHex } from './intel-hex.js';
import { bare, malformed, type ParsedImage, textLines } from './parsed.js';
import { parseSRecords } from './s-record.js';
import { joinPieces } from './segments.js';
import { keptImage } from './stored-image.js';
import { parseUf2, UF2_MAGIC } from './uf2.js';

/** Larger files are no images of what this flashes (bytes). */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** What the reader of an image knows of it beside its bytes. */
export interface ImageOptions {
  /** Told by its first bytes without it; they must not belie a name as `app.hex`. */
  format?: ImageFormat;
  /** Address of the first byte of a `bin` file; required for it, without meaning for others. */
  base?: number;
  /** UF2 family of the board: of a file for several boards its blocks are taken. */
  family?: number | undefined;
  /** Ids of the board in a Universal Hex. */
  universalHex?: readonly string[] | undefined;
}

/** What a board's profile says of the images that it takes. */
export function ofBoard(profile: Profile): Pick<ImageOptions, 'family' | 'universalHex'> {
  if (profile.kind !== 'board') return {};
  const { flash } = profile;
  return {
    family: flash.protocol === 'uf2' ? flash.family : undefined,
    universalHex: flash.protocol === 'cmsis-dap' ? flash.universalHex : undefined,
  };
}

/**
 * Reads an image from a file, which may be one of those that are kept of a board. The file is untrusted: every length and offset in it
 * is checked. A file that no format claims is `bin` only where its name or `format` says so, and text never is.
 *
 * Errors: IMAGE_MALFORMED where it is not what its format says, ARTIFACT_MISSING where there is no such file.
 */
export async function loadImage(file: string, options: ImageOptions = {}): Promise<Result<Image>> {
  const read = await readBounded(file);
  if (!read.ok) return read;
  const kept = keptImage(read.value);
  if (kept !== null) return ok(kept);
  const image = parseImage(read.value, options, file);
  return image.ok ? image : fail({ where: file, ...image.error });
}

/**
 * As `loadImage`, of bytes that are already here.
 *
 * @param name of the file; '' where it has none
 */
export function parseImage(bytes: Uint8Array, options: ImageOptions, name = ''): Result<Image> {
  const body = hasDfuSuffix(bytes) && !isDfuSe(bytes) ? withoutSuffix(bytes) : ok(bytes);
  if (!body.ok) return body;
  const isSuffixed = body.value !== bytes;
  const kind = options.format ?? detect(body.value) ?? (isSuffixed ? 'bin' : unclaimed(bytes, name));
  if (typeof kind !== 'string') return kind;
  if (kind === 'bin' && isText(body.value)) return malformed('it is text, and no program');
  const parsed = PARSERS[kind](body.value, options);
  if (!parsed.ok) return parsed;
  if (parsed.value.segments.length === 0) return malformed('the image holds nothing to write');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return ok({ format: kind, sha256, ...parsed.value });
}

type Parser = (bytes: Uint8Array, options: ImageOptions) => Result<ParsedImage>;

const PARSERS: { readonly [F in ImageFormat]: Parser } = {
  elf: parseElf,
  hex: (bytes, { universalHex }) => parseIntelHex(bytes, universalHex),
  srec: parseSRecords,
  uf2: (bytes, { family }) => parseUf2(bytes, family),
  dfu: parseDfuSe,
  bin(bytes, { base }) {
    if (base === undefined)
      return fail({
        code: 'IMAGE_MALFORMED',
        message: 'a file of bytes alone does not say where it belongs',
        next: 'give the address of its first byte (on the command line: --address 0x8000000)',
      });
    if (base < 0 || base + bytes.length > 2 ** 32) return malformed('the image lies outside of 32 bits');
    const segments = joinPieces([{ address: base, bytes }]);
    return segments.ok ? ok(bare(segments.value)) : segments;
  },
};

/** Bytes in which a record may stand behind a heading. */
const HEADING = 4096;
const RECORDS: readonly (readonly [ImageFormat, RegExp])[] = [
  ['hex', /^[^:]*:(?:[0-9a-f]{2}){5,}/i],
  ['srec', /^S[0-35-9](?:[0-9a-f]{2}){3,}/i],
];

/** The format that claims these bytes; null: none does. */
function detect(bytes: Uint8Array): ImageFormat | null {
  const starts = (magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (starts([0x7f, 0x45, 0x4c, 0x46])) return 'elf';
  if (starts(UF2_MAGIC)) return 'uf2';
  if (isDfuSe(bytes)) return 'dfu';
  const head = textLines(bytes.subarray(0, HEADING)).map((line) => line.trim());
  const end = head.findIndex((line) => !PRINTABLE.test(line));
  const readable = end < 0 ? head : head.slice(0, end);
  return RECORDS.find(([, record]) => readable.some((line) => record.test(line)))?.[0] ?? null;
}

const PRINTABLE = /^[\t\x20-\xff]*$/;
const BIN = /\.(?:bin|img|raw|rom)$/i;

/** A file that no format claims. Nobody who names a file `app.hex` means bytes alone: written as such, its text would be the program. */
function unclaimed(bytes: Uint8Array, name: string): 'bin' | Result<never> {
  const named = formatOfName(name);
  const head = Buffer.from(bytes.subarray(0, 4)).toString('hex') || 'nothing';
  if (named !== undefined)
    return malformed(`it is named as ${named.toUpperCase()}, and does not begin so, but with ${head}`);
  if (name === '' || BIN.test(name)) return 'bin';
  return fail({
    code: 'IMAGE_MALFORMED',
    message: `no format is known that begins with ${head}`,
    next: 'choose an ELF, Intel HEX, S-record, UF2 or DFU file; if it is bytes alone, say so: rename it to end in .bin',
  });
}

/** Less is no text, and may be a program. */
const LEAST_TEXT_BYTES = 16;

/** Whether bytes are what a person could read, in words or as markup: a program has others, and a pattern that fills memory has no words. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length < LEAST_TEXT_BYTES) return false;
  const head = bytes.subarray(0, HEADING);
  const isPrintable = head.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0d, 0x1a].includes(byte));
  return isPrintable && /[\s{<"]/.test(Buffer.from(head).toString('latin1'));
}

async function readBounded(file: string): Promise<Result<Uint8Array>> {
  const missing = (why: string): { ok: false; error: Problem } =>
    fail({
      code: 'ARTIFACT_MISSING',
      where: file,
      message: why,
      next: 'build the image, or correct its path',
    });
  try {
    const found = await stat(file);
    // a device or a pipe may never end
    if (!found.isFile()) return missing('it is no file');
    if (found.size > MAX_FILE_BYTES)
      return fail({ ...malformed('larger than any image').error, where: file });
    return ok(await readFile(file));
  } catch (error) {
    return missing(`the image cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
