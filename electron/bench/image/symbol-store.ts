import { copyFile, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { replaceFile, replaceFileBy } from '../../files/replace-file.js';
import type { Image } from './image.js';
import { loadImage } from './load-image.js';
import { contentHash } from './stored-image.js';

/** The ELF file of an image that was put on a board: what the board prints is explained by its symbols. */
const KeptSchema = z.object({
  /** `contentHash` of what it puts on a board. */
  content: z.string(),
  /** SHA-256 of the file; ESP-IDF prints its beginning. */
  sha256: z.string(),
  /** GNU build-id. */
  buildId: z.string().nullable(),
  /** Where it was when it was flashed. */
  from: z.string(),
});
export interface KeptSymbols extends z.infer<typeof KeptSchema> {
  /** Absolute path of the copy. */
  elf: string;
}

/** Files that are kept; those not flashed for longest go. */
const MOST = 40;

const folderOf = (home: string): string => path.join(home, 'symbols');

/**
 * Loads an image that is to be flashed and, of an ELF file, keeps a copy. Errors: those of `loadImage`, HOME_UNWRITABLE
 * where the copy cannot be written.
 */
export async function loadWithSymbols(
  home: string,
  file: string,
  options: Parameters<typeof loadImage>[1] = {},
): Promise<Result<Image>> {
  const image = await loadImage(file, options);
  if (!image.ok || image.value.format !== 'elf') return image;
  try {
    await keep(home, file, image.value);
    return image;
  } catch (error) {
    return fail({
      code: 'HOME_UNWRITABLE',
      where: folderOf(home),
      message: error instanceof Error ? error.message : String(error),
      next: 'make room or set BENCHLOOP_HOME to a folder that can be written; the board was not touched',
    });
  }
}

async function keep(home: string, file: string, image: Image): Promise<void> {
  const content = contentHash(image);
  const base = path.join(folderOf(home), content);
  await mkdir(folderOf(home), { recursive: true });
  // Another file of the same content may have more symbols: the last one counts.
  await replaceFileBy(`${base}.elf`, async (draft) => {
    await copyFile(file, draft);
    return true;
  });
  const now = new Date();
  await utimes(`${base}.elf`, now, now);
  const { sha256, buildId } = image;
  await replaceFile(`${base}.json`, JSON.stringify({ content, sha256, buildId, from: file }));
  for (const old of (await keptSymbols(home)).slice(MOST)) {
    await rm(old.elf, { force: true });
    await rm(old.elf.replace(/\.elf$/, '.json'), { force: true });
  }
}

/** What is kept, flashed last first. What cannot be read is none of it. */
export async function keptSymbols(home: string): Promise<KeptSymbols[]> {
  const folder = folderOf(home);
  const names = await readdir(folder).catch(() => []);
  const found: { kept: KeptSymbols; at: number }[] = [];
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const elf = path.join(folder, name.replace(/\.json$/, '.elf'));
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
    const at = await stat(elf).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    const kept = readKept(text);
    if (kept !== null && at !== null) found.push({ kept: { ...kept, elf }, at });
  }
  return found.sort((a, b) => b.at - a.at).map(({ kept }) => kept);
}

function readKept(text: string): z.infer<typeof KeptSchema> | null {
  try {
    return KeptSchema.parse(JSON.parse(text));
  } catch {
    return null; // half a file of a crash
  }
}

/** The ELF file of a path as what is kept would be. Errors: those of `loadImage`, IMAGE_MALFORMED where it is no ELF. */
export async function symbolsIn(file: string): Promise<Result<KeptSymbols & { machine: number | null }>> {
  const image = await loadImage(file);
  if (!image.ok) return image;
  const { format, sha256, buildId, machine } = image.value;
  if (format !== 'elf')
    return fail({
      code: 'IMAGE_MALFORMED',
      where: file,
      message: 'it has no symbols',
      next: 'choose the ELF file that the image was made of',
    });
  return ok({ content: contentHash(image.value), sha256, buildId, machine, from: file, elf: file });
}
