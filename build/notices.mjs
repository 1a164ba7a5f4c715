import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir } from './project.mjs';

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Packages that the bundles hold or load: those that `package-lock.json` has for use, and those that the window's bundle was made of.
 *
 * @param {{ packages: Record<string, { dev?: boolean, link?: boolean }> }} lock
 * @param {readonly string[]} inputs files of a bundle, relative to the project
 * @returns {string[]} folders, relative to the project
 */
export function shippedPackages(lock, inputs) {
  const used = Object.entries(lock.packages)
    .filter(([folder, { dev = false }]) => folder !== '' && !dev)
    .map(([folder]) => folder);
  const bundled = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set([...used, ...bundled])].sort();
}

/**
 * @param {string} folder of a package, relative to the project
 * @returns {Promise<string | null>} its name, version, licence and texts; null where it is not installed: it is for another system
 */
async function noticeOf(folder) {
  const dir = path.join(projectDir, folder);
  const text = await readFile(path.join(dir, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { name, version, license, repository } = JSON.parse(text);
  const files = (await readdir(dir)).filter((file) => LICENSE_FILE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  const source = typeof repository === 'string' ? repository : (repository?.url ?? '');
  const kind = typeof license === 'string' ? license : (license?.type ?? 'see its text');
  return [`${name} ${version}`, `Licence: ${kind}`, source, '', ...texts.map((one) => one.trim())]
    .filter((line, at) => line !== '' || at === 3)
    .join('\n');
}

/**
 * The notices of everything by others that a release ships.
 *
 * @param {readonly string[]} inputs of the window's bundle
 * @returns {Promise<string>}
 */
export async function thirdPartyNotices(inputs) {
  const lock = JSON.parse(await readFile(path.join(projectDir, 'package-lock.json'), 'utf8'));
  const notices = await Promise.all(shippedPackages(lock, inputs).map(noticeOf));
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  const head =
    'Benchloop contains these packages, each under its own licence. Of a package with a choice of licences, the first one is taken.';
  return `${[head, ...notices.filter((one) => one !== null)].join(line)}\n`;
}
