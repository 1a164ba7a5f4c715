import { closeSync, fsyncSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';

export interface Replacing {
  /** False for what can be made again: it need not outlive a power cut. Default true. */
  durable?: boolean;
  /** Permission bits; absent: those of the file that is replaced, else what the process gives new files. */
  mode?: number;
}

/**
 * Replaces a file: afterwards, and after a crash at any moment, it has the old content or the new one, whole. A symbolic link
 * in its place is replaced, not followed. @throws Error of the file system (ENOSPC, EACCES, EISDIR, …); the file is then as it was
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  options: Replacing = {},
): Promise<void> {
  await replaceFileBy(
    file,
    async (draft) => {
      await writeFile(draft, content);
      return true;
    },
    options,
  );
}

/**
 * The same with content that `fill` writes into the draft, a file beside the one that it replaces.
 *
 * @param fill false: the file is to stay as it was
 */
export async function replaceFileBy(
  file: string,
  fill: (draft: string) => Promise<boolean>,
  options: Replacing = {},
): Promise<void> {
  const unwanted = new Error('the draft is not wanted');
  removeLink(file);
  // The library would write the content in one call, and take what a full disk let through for all of it.
  const tmpfileCreated = async (draft: string): Promise<void> => {
    if (!(await fill(draft))) throw unwanted;
  };
  try {
    await writeFileAtomic(file, '', { ...libraryOptions(options), tmpfileCreated });
  } catch (error) {
    if (error === unwanted) return;
    throw error;
  }
  if (isDurable(options)) syncFolder(file);
}

/** `replaceFile` for those who cannot wait. */
export function replaceFileSync(file: string, content: string | Uint8Array, options: Replacing = {}): void {
  removeLink(file);
  const tmpfileCreated = (draft: string): void => writeFileSync(draft, content);
  writeFileAtomic.sync(file, '', { ...libraryOptions(options), tmpfileCreated });
  if (isDurable(options)) syncFolder(file);
}

const isDurable = ({ durable = true }: Replacing): boolean => durable;

const libraryOptions = (options: Replacing) => ({
  fsync: isDurable(options),
  ...(options.mode === undefined ? {} : { mode: options.mode }),
});

/** The library writes to where a link points: that could be any file of this computer. */
function removeLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(file);
}

/** A new name is on the disk once its folder is (fsync(2), "Notes"). Windows opens no folders. */
function syncFolder(file: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
