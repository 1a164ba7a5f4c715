import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { formatOfName } from '../../../shared/image-name.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { parseElf } from './elf.js';
import type { Image, ImageFormat } from './image.js';
import { parseIntelHex } from './intel-hex.js';
import { bare, malformed, type ParsedImage } from './parsed.js';
import { joinPieces } from './segments.js';
import { keptImage } from './stored-image.js';
import { parseUf2, UF2_MAGIC } from './uf2.js';

/** Larger files are no images of what this flashes (bytes). */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/**
 * Reads an image from a file, which may be one of those that are kept of a board. The file is untrusted: every length and offset in it is checked.
 *
 * Errors: IMAGE_MALFORMED where it is not what its format says, ARTIFACT_MISSING where there is no such file.
 *
 * @param options.format told by its first bytes without it; they must not belie a name as `app.hex`
 * @param options.base address of the first byte of a `bin` file; required for it, without meaning for others
 */
export async function loadImage(
  file: string,
  options: { format?: ImageFormat; base?: number } = {},
): Promise<Result<Image>> {
  const read = await readBounded(file);
  if (!read.ok) return read;
  const kept = keptImage(read.value);
  if (kept !== null) return ok(kept);
  const named = formatOfName(file);
  const belied = options.format === undefined && named !== undefined && detect(read.value) === 'bin';
  const image = belied ? notAsNamed(read.value, named) : parseImage(read.value, options);
  return image.ok ? image : fail({ where: file, ...image.error });
}

/** As `loadImage`, of bytes that are already here. */
export function parseImage(
  bytes: Uint8Array,
  { format, base }: { format?: ImageFormat; base?: number },
): Result<Image> {
  const kind = format ?? detect(bytes);
  const parsed = PARSERS[kind](bytes, base);
  if (!parsed.ok) return parsed;
  if (parsed.value.segments.length === 0) return malformed('the image holds nothing to write');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return ok({ format: kind, sha256, ...parsed.value });
}

type Parser = (bytes: Uint8Array, base: number | undefined) => Result<ParsedImage>;

const PARSERS: { readonly [F in ImageFormat]: Parser } = {
  elf: parseElf,
  hex: parseIntelHex,
  uf2: parseUf2,
  bin(bytes, base) {
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

function detect(bytes: Uint8Array): ImageFormat {
  const starts = (magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (starts([0x7f, 0x45, 0x4c, 0x46])) return 'elf';
  if (starts(UF2_MAGIC)) return 'uf2';
  return starts([0x3a]) ? 'hex' : 'bin';
}

/** Nobody who names a file so means bytes alone: written as such, its text would be the program. */
function notAsNamed(bytes: Uint8Array, named: ImageFormat): Result<never> {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('hex') || 'nothing';
  return malformed(`it is named as ${named.toUpperCase()}, and does not begin so, but with ${head}`);
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
