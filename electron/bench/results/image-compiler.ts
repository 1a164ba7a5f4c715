import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Of an image, at most: debug information lies near its end, and firmware is small (bytes). */
const MOST = 32 * 1024 * 1024;
const LONGEST = 400;
/**
 * How compilers name themselves in debug information (DWARF 5, 3.1.1, DW_AT_producer). GCC adds the flags that change code
 * (`-grecord-gcc-switches`, on unless switched off).
 */
const PRODUCERS = ['GNU C', 'clang version', 'Arm Compiler', 'IAR ANSI C'];

/**
 * The compiler of an image with its flags, as the image itself tells; null where it has no debug information. An image is
 * untrusted: what it tells is cut to 400 printable characters.
 */
export function imageCompiler(elf: string): string | null {
  let file: number;
  try {
    file = openSync(elf, 'r');
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(Math.min(MOST, fstatSync(file).size));
    const image = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    return PRODUCERS.flatMap((name) => producers(image, name))[0] ?? null;
  } finally {
    closeSync(file);
  }
}

/** Every text that begins with a name, the one with the most flags first: start-up code comes with its own. */
function producers(image: Buffer, name: string): string[] {
  const found = new Set<string>();
  for (let at = image.indexOf(name); at >= 0 && found.size < 50; at = image.indexOf(name, at + 1)) {
    const end = image.indexOf(0, at);
    const text = image.toString('latin1', at, Math.min(end < 0 ? image.length : end, at + LONGEST));
    if (/^[\x20-\x7e]+$/.test(text)) found.add(text);
  }
  return [...found].sort((a, b) => b.length - a.length);
}
