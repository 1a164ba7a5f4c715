import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from './child.mjs';
import { done, failed } from './steps.mjs';

/** @typedef {{ version?: string, optional?: boolean }} LockedPackage */
/** @typedef {Record<string, LockedPackage>} LockedPackages package folder → what is locked there */

/**
 * Read the packages of an npm lock file (`package-lock.json`, lockfileVersion 3, or npm's own record of what it installed,
 * `node_modules/.package-lock.json`: same format).
 *
 * @param {string} file
 * @returns {Promise<LockedPackages | undefined>} undefined where there is no such file, or npm did not finish it
 */
async function lockedPackages(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text).packages;
  } catch {
    return undefined;
  }
}

/**
 * The first package that is locked but not installed in that version. Optional ones may be absent: they are the binaries of
 * other systems.
 *
 * @param {LockedPackages} locked
 * @param {LockedPackages} installed
 * @returns {string | undefined}
 */
export function firstMismatch(locked, installed) {
  const differs = Object.entries(locked).find(([folder, wanted]) => {
    if (folder === '') return false;
    const found = installed[folder];
    return found === undefined ? wanted.optional !== true : found.version !== wanted.version;
  });
  return differs?.[0];
}

/**
 * Why `npm ci` has to run, or undefined if what is installed is what is locked.
 *
 * @param {string} projectDir
 */
async function reasonToInstall(projectDir) {
  const locked = await lockedPackages(path.join(projectDir, 'package-lock.json'));
  const installed = await lockedPackages(path.join(projectDir, 'node_modules', '.package-lock.json'));
  if (locked === undefined) return 'package-lock.json cannot be read';
  if (installed === undefined) return 'nothing is installed yet';
  const mismatch = firstMismatch(locked, installed);
  return mismatch === undefined ? undefined : `${mismatch} is not what package-lock.json says`;
}

/**
 * Install exactly what `package-lock.json` names, unless it is there already. Install scripts do not run (`.npmrc`), so this
 * needs the npm registry and nothing else.
 *
 * @param {string} projectDir
 * @returns {Promise<import('./steps.mjs').StepResult>}
 */
export async function installDependencies(projectDir) {
  const reason = await reasonToInstall(projectDir);
  if (reason === undefined) return done('as locked');
  console.log(`setup: npm ci, because ${reason} …`);
  const result = await runNpm(['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
    cwd: projectDir,
    show: true,
  });
  if (result.code !== 0) {
    return failed(
      `npm ci ended with code ${result.code} (its own message is above)`,
      'check that the npm registry can be reached and that the disk has room, then run the same command again',
    );
  }
  const left = await reasonToInstall(projectDir);
  return left === undefined
    ? done('installed')
    : failed(`npm ci passed, and still ${left}`, 'delete node_modules/ and run the same command again');
}
