import { createHash, type Hash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { walk } from '../copy-tree.js';

/** ELF, section header (System V gABI): what a section is, and that it takes memory when the program runs. */
const SHT_NOTE = 7;
const SHT_NOBITS = 8;
const SHF_ALLOC = 2;
/** A tree may hold anything; an object of a firmware or a test program is smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Hash of all code and data in the ELF files below `dir`: two trees with the same one run alike. Debugging information and
 * build ids do not count, nor what stands in folders whose names begin with a dot. Null where there is no ELF file.
 */
export async function hashObjects(dir: string): Promise<string | null> {
  const files: { path: string; file: Buffer }[] = [];
  for await (const { path, within, link } of walk(dir))
    if (!link && !/(?:^|\/)\./.test(path)) files.push({ path, file: within(dir) });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = createHash('sha256');
  let found = false;
  for (const { path, file } of files) {
    const bytes = await elfBytes(file);
    if (bytes === null) continue;
    hash.update(`${path}\0`);
    if (!addLoaded(bytes, hash)) hash.update(bytes);
    found = true;
  }
  return found ? hash.digest('hex') : null;
}

async function elfBytes(file: Buffer): Promise<Buffer | null> {
  const { size } = await stat(file);
  if (size < 52 || size > MAX_BYTES) return null;
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    return head.toString('latin1') === '\x7fELF' ? await handle.readFile() : null;
  } finally {
    await handle.close();
  }
}

interface Section {
  type: number;
  flags: number;
  offset: number;
  size: number;
}

/** False for a file whose sections cannot be read: it counts as a whole then. */
function addLoaded(bytes: Buffer, hash: Hash): boolean {
  const sections = sectionsOf(bytes);
  if (sections === null) return false;
  for (const { type, flags, offset, size } of sections) {
    if ((flags & SHF_ALLOC) === 0 || type === SHT_NOTE) continue;
    hash.update(`${type} ${flags} ${size}\0`);
    if (type !== SHT_NOBITS) hash.update(bytes.subarray(offset, offset + size));
  }
  return true;
}

/** Source: System V gABI, "ELF header" and "Section header", both classes and byte orders. */
function sectionsOf(bytes: Buffer): Section[] | null {
  const wide = bytes[4] === 2;
  const little = bytes[5] === 1;
  const half = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const word = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const long = (at: number) => Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  if (wide && bytes.length < 64) return null;
  const start = wide ? long(40) : word(32);
  const size = half(wide ? 58 : 46);
  const count = half(wide ? 60 : 48);
  if (count === 0 || size < (wide ? 64 : 40) || start + size * count > bytes.length) return null;
  return Array.from({ length: count }, (_, index) => {
    const at = start + size * index;
    return wide
      ? { type: word(at + 4), flags: long(at + 8), offset: long(at + 24), size: long(at + 32) }
      : { type: word(at + 4), flags: word(at + 8), offset: word(at + 16), size: word(at + 20) };
  });
}
