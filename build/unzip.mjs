import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Unpack a zip file without a program of the system. Modes are kept (the upper 16 bits of the external attributes: APPNOTE.TXT
 * 4.4.15, as Info-ZIP fills them on Unix); entries that would leave the folder are refused by yauzl.
 *
 * @param {string} zip
 * @param {string} folder
 * @param {(entry: string) => string | undefined} placeOf where an entry goes below `folder`; undefined leaves it out
 */
export async function unzip(zip, folder, placeOf) {
  // Not at the top: this file is loaded before `npm ci` has run.
  const { default: yauzl } = await import('yauzl');
  const file = await yauzl.openPromise(zip);
  for await (const entry of file.eachEntry()) {
    const place = placeOf(entry.fileName);
    if (place === undefined || place === '' || place.endsWith('/')) continue;
    const target = path.join(folder, place);
    await mkdir(path.dirname(target), { recursive: true });
    const content = await file.openReadStreamPromise(entry);
    await pipeline(
      content,
      createWriteStream(target, { mode: (entry.externalFileAttributes >>> 16) & 0o777 }),
    );
  }
}
