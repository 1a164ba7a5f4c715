import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fallbackElectron, fallbackExists } from './electron-fallback.mjs';
import { downloadOfficial, officialBinary } from './electron-official.mjs';
import { done, failed } from './steps.mjs';

/**
 * The Electron that launchers start. `kind` says where it comes from: `given` by BENCHLOOP_ELECTRON, `official`, or
 * `fallback` for development and tests.
 *
 * @typedef {{ path: string, kind: 'given' | 'official' | 'fallback', version: string }} ElectronRuntime
 */

/** @typedef {{ ok: true, runtime: ElectronRuntime } | { ok: false, problem: string, todo: string }} Resolution */

/**
 * @param {string} program
 * @returns {Promise<string>} what Electron's own `version` file beside the program says
 */
async function versionOf(program) {
  const text = await readFile(path.join(path.dirname(program), 'version'), 'utf8').catch(() => 'unknown');
  return text.trim().replace(/^v/, '');
}

/**
 * @param {string} program
 * @param {ElectronRuntime['kind']} kind
 * @returns {Promise<Resolution>}
 */
const resolved = async (program, kind) => ({
  ok: true,
  runtime: { path: program, kind, version: await versionOf(program) },
});

/**
 * Find the Electron to use, in this order: BENCHLOOP_ELECTRON, the official binary, its download, the fallback.
 *
 * @param {{ projectDir: string, cacheDir: string, given?: string, retry?: boolean }} options `cacheDir`: folder for
 *   downloads and the fallback; `given`: path of an Electron program; `retry`: try a download that failed before
 * @returns {Promise<Resolution>}
 */
export async function resolveElectron({ projectDir, cacheDir, given, retry = false }) {
  if (given) {
    const usable = await access(given, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return resolved(given, 'given');
    return {
      ok: false,
      problem: `BENCHLOOP_ELECTRON names ${given}, which is not a program`,
      todo: 'set it to the path of an Electron program, or unset it',
    };
  }
  const present = await officialBinary(projectDir);
  if (present !== undefined) return resolved(present, 'official');

  const { version } = JSON.parse(
    await readFile(path.join(projectDir, 'node_modules/electron/package.json'), 'utf8'),
  );
  const downloaded = await downloadOfficial(projectDir, {
    cacheDir,
    version,
    retry,
    canFallBack: fallbackExists,
  });
  if (downloaded !== undefined) return resolved(downloaded, 'official');

  const todo =
    'put an Electron program at hand and set BENCHLOOP_ELECTRON to its path, or make the download possible';
  if (!fallbackExists) {
    return {
      ok: false,
      problem: `no Electron for ${process.platform}-${process.arch} could be fetched`,
      todo,
    };
  }
  const fallback = await fallbackElectron(cacheDir);
  return fallback.ok
    ? resolved(fallback.program, 'fallback')
    : { ok: false, problem: fallback.problem, todo };
}

/** @param {string} cacheDir */
export const runtimeFile = (cacheDir) => path.join(cacheDir, 'runtime.json');

const origin = {
  given: 'BENCHLOOP_ELECTRON',
  official: 'official',
  fallback: 'development fallback, never packaged',
};

/**
 * Step of the set-up: resolve Electron and write down which one, for launchers and for *About*.
 *
 * @param {Parameters<typeof resolveElectron>[0]} options
 * @returns {Promise<import('./steps.mjs').StepResult>}
 */
export async function prepareElectron(options) {
  const result = await resolveElectron(options);
  if (!result.ok) return failed(result.problem, result.todo);
  await mkdir(options.cacheDir, { recursive: true });
  await writeFile(runtimeFile(options.cacheDir), `${JSON.stringify(result.runtime, null, 2)}\n`);
  const { kind, version, path: program } = result.runtime;
  return done(`${version} (${origin[kind]}), ${program}`);
}

/**
 * Why a release must not be packaged with this Electron.
 *
 * @param {ElectronRuntime} runtime
 * @param {string} declaredVersion version of `electron` in package.json
 * @returns {string | undefined} undefined where it may be
 */
export function releaseRefusal({ kind, version }, declaredVersion) {
  if (kind !== 'official')
    return `a release is packaged with the official Electron only, not with "${kind}" (${version})`;
  return version === declaredVersion
    ? undefined
    : `Electron ${version} is not the declared ${declaredVersion}`;
}
