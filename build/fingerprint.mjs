import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param {string} root
 * @param {string} entry file or folder below `root`
 * @returns {Promise<string[]>} files, relative to `root`; none where `entry` does not exist
 */
async function filesOf(root, entry) {
  try {
    const found = await readdir(path.join(root, entry), { recursive: true, withFileTypes: true });
    return found
      .filter((item) => item.isFile())
      .map((item) => path.relative(root, path.join(item.parentPath, item.name)));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTDIR') return [entry];
    if (code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * A hash over names and contents of files, which changes exactly when one of them does.
 *
 * @param {string} root
 * @param {readonly string[]} entries files and folders below `root`
 * @returns {Promise<string>} SHA-256, hexadecimal
 */
export async function fingerprint(root, entries) {
  const files = (await Promise.all(entries.map((entry) => filesOf(root, entry)))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  const hash = createHash('sha256');
  files.forEach((file, index) => {
    const content = contents[index] ?? Buffer.alloc(0);
    hash.update(`${file}\0${content.length}\0`).update(content);
  });
  return hash.digest('hex');
}
