import { lutimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { git, inChunks, NOTHING_FOUND, placeOf, splitNul } from './git.js';
import { SOURCE_ENDINGS } from './source-endings.js';
import { encodeText } from './text.js';

/** As pathspecs (gitglossary(7)). */
const SOURCES = SOURCE_ENDINGS.map((ending) => `:(icase)*.${ending}`);

/** An extended regular expression (regex(7)) of the directives that name one of these files, in whatever folder. */
function directiveOf(files: readonly string[]): string {
  const names = files.map((file) => basename(file).replace(/[.[(){*+?^$|\\]/g, '\\$&')).join('|');
  return `^[[:space:]]*[#.][[:space:]]*(include|include_next|import|incbin)[[:space:]]*["<]([^">]*/)?(${names})[">]`;
}

/** A directive ends with its line. */
const canBeNamed = (file: string): boolean => !/[\r\n]/.test(basename(file));

async function directIncludersOf(dir: string, files: readonly string[]): Promise<string[]> {
  const how = ['grep', '--no-index', '-lzIE', '-e', directiveOf(files), '--', ...SOURCES];
  const found = await git(placeOf(dir), how);
  if (found.ok) return splitNul(found.value);
  if (found.error === NOTHING_FOUND) return [];
  throw new Error(`git grep in the private clone ${dir}: ${found.error}`);
}

/**
 * The files of a clone that include one of `files`, themselves or through others; submodules, inputs and generated
 * files too. They are told by name alone: one too many is compiled once more, one too few would stay as it was.
 * @throws Error with git's words
 */
export async function includersOf(dir: string, files: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  let next = [...files];
  while (next.length > 0) {
    const lists = await Promise.all(
      inChunks(next.filter(canBeNamed)).map((chunk) => directIncludersOf(dir, chunk)),
    );
    next = lists.flat().filter((file) => !found.has(file));
    for (const file of next) found.add(file);
  }
  return [...found];
}

/** Bytes only where text cannot name it: Node lengthens no path of bytes beyond the limit of Windows. */
const pathOf = (path: string): string | Buffer =>
  /\p{Cs}/u.test(path) ? Buffer.from(encodeText(path)) : path;

/** Gives files the time of modification `at` (ms since 1970). */
export async function touch(dir: string, files: readonly string[], at: number): Promise<void> {
  for (const file of files) await lutimes(pathOf(join(dir, file)), at / 1000, at / 1000);
}

/**
 * Makes everything that includes files that are about to change newer than all build output so far: many Makefiles do
 * not say which headers an object depends on, and `make` would test an image of the sources of before, or of some of
 * each. It comes before the change, so that a crash between the two costs a compilation and not the truth.
 * @throws Error with git's words
 */
export async function renewIncluders(dir: string, changing: readonly string[], at: number): Promise<void> {
  await touch(dir, await includersOf(dir, changing), at);
}
