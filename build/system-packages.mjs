import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from './child.mjs';
import { done, failed, lastLines } from './steps.mjs';

/**
 * @typedef {object} SystemPackage
 * @property {string} debian package name in Debian 12
 * @property {string} [since13] its name after Debian's 64-bit time_t transition (Debian 13, Ubuntu 24.04)
 * @property {string} [command] program it brings; libraries have none
 * @property {string} why
 */

/** @type {readonly SystemPackage[]} */
export const systemPackages = [
  { debian: 'git', command: 'git', why: 'private clones, patches, rollback' },
  { debian: 'make', command: 'make', why: 'builds of firmware' },
  { debian: 'gcc', command: 'gcc', why: 'tests of firmware that run on this computer' },
  { debian: 'libc6-dev', why: 'headers for those tests' },
  { debian: 'qemu-system-arm', command: 'qemu-system-arm', why: 'the emulated targets' },
  { debian: 'gcc-arm-none-eabi', command: 'arm-none-eabi-gcc', why: 'Cortex-M firmware' },
  { debian: 'binutils-arm-none-eabi', command: 'arm-none-eabi-objcopy', why: 'images, symbols, addresses' },
  { debian: 'gdb-multiarch', command: 'gdb-multiarch', why: 'fault dumps and debug servers' },
  { debian: 'bubblewrap', command: 'bwrap', why: 'confines builds and tests, which are untrusted code' },
  { debian: 'xvfb', command: 'Xvfb', why: 'virtual display for the tests of the window' },
  { debian: 'xauth', command: 'xauth', why: 'access to that display' },
  { debian: 'libgtk-3-0', since13: 'libgtk-3-0t64', why: 'the window (Electron)' },
  { debian: 'libnss3', why: 'the window (Electron)' },
  { debian: 'libasound2', since13: 'libasound2t64', why: 'the window (Electron)' },
  { debian: 'libgbm1', why: 'the window (Electron)' },
];

/**
 * The packages that are not installed.
 *
 * @param {readonly SystemPackage[]} packages
 * @param {string} query output of `dpkg-query -W -f='${Package}\t${db:Status-Abbrev}\n'`
 */
export function missingPackages(packages, query) {
  const installed = new Set(
    query
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, status]) => status?.startsWith('ii'))
      .map(([name]) => name),
  );
  return packages.filter(
    ({ debian, since13 }) => !installed.has(debian) && !installed.has(since13 ?? debian),
  );
}

/**
 * @param {readonly SystemPackage[]} packages
 * @returns {Promise<readonly SystemPackage[]>}
 */
async function missingOnDebian(packages) {
  const names = packages.flatMap(({ debian, since13 }) => (since13 ? [debian, since13] : [debian]));
  // A name that dpkg does not know makes the exit code 1; the others are listed all the same.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the format language of dpkg-query(1)
  const query = await runProgram('dpkg-query', ['-W', '-f=${Package}\t${db:Status-Abbrev}\n', ...names]);
  return missingPackages(packages, query.stdout);
}

/**
 * The name under which this release of Debian has a package.
 *
 * @param {SystemPackage} wanted
 */
async function nameHere({ debian, since13 }) {
  if (since13 === undefined) return debian;
  const newer = await runProgram('apt-cache', ['show', '--no-all-versions', since13]);
  return newer.code === 0 && newer.stdout !== '' ? since13 : debian;
}

/** `[]` for root, `['sudo', '-n']` where sudo asks no password, undefined where apt-get cannot be run from here. */
async function privilege() {
  if (process.getuid?.() === 0) return [];
  const sudo = await runProgram('sudo', ['-n', 'true']);
  return sudo.code === 0 ? ['sudo', '-n'] : undefined;
}

const aptOptions = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Use-Pty=0', '-q'];

/**
 * @param {readonly string[]} prefix
 * @param {readonly string[]} args
 */
function aptGet(prefix, args) {
  // Behind `env`, because sudo does not pass variables on.
  const [file = 'env', ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    ...aptOptions,
    ...args,
  ];
  return runProgram(file, rest);
}

/** Fetches the lists of packages; whether that worked. */
export async function updatePackageLists() {
  const prefix = await privilege();
  return prefix !== undefined && (await aptGet(prefix, ['update'])).code === 0;
}

/**
 * @param {readonly SystemPackage[]} packages
 * @returns {Promise<import('./steps.mjs').StepResult>}
 */
async function installOnDebian(packages) {
  const missing = await missingOnDebian(packages);
  if (missing.length === 0) return done(`all ${packages.length} there`);
  const prefix = await privilege();
  const names = await Promise.all(missing.map(nameHere));
  const byHand = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;
  const what = missing.map(({ debian, why }) => `${debian} (${why})`).join(', ');
  if (prefix === undefined) {
    return failed(
      `missing: ${what}; installing them needs root, and sudo gives that only to somebody at a terminal, or not at all`,
      byHand,
    );
  }
  console.log(`setup: apt-get install ${names.join(' ')} …`);
  const install = ['install', '-y', '--no-install-recommends', ...names];
  const first = await aptGet(prefix, install);
  if (first.code !== 0) {
    // The package lists are absent (a new container) or too old: only then are they fetched.
    const update = await aptGet(prefix, ['update']);
    if (update.code !== 0) return failed(`apt-get update failed:\n    ${lastLines(update)}`, byHand);
    // The names were asked without lists, so ask again.
    const fresh = await Promise.all(missing.map(nameHere));
    const second = await aptGet(prefix, ['install', '-y', '--no-install-recommends', ...fresh]);
    if (second.code !== 0) return failed(`apt-get install failed:\n    ${lastLines(second)}`, byHand);
  }
  const left = await missingOnDebian(packages);
  return left.length === 0
    ? done(`installed ${names.join(' ')}`)
    : failed(`apt-get passed, and still missing: ${left.map(({ debian }) => debian).join(', ')}`, byHand);
}

/** @param {string} command */
async function onPath(command) {
  const names = process.platform === 'win32' ? [`${command}.exe`, `${command}.cmd`] : [command];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders.flatMap((folder) =>
    names.map((name) =>
      access(path.join(folder, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return (await Promise.all(found)).includes(true);
}

/** Programs that only Linux has. */
const linuxOnly = new Set(['bwrap', 'Xvfb', 'xauth']);

/**
 * Where there is no apt, name what is missing and go on: the window and the command line work, and `benchloop doctor` tells
 * what cannot.
 *
 * @param {readonly SystemPackage[]} packages
 * @returns {Promise<import('./steps.mjs').StepResult>}
 */
async function nameWhatIsMissing(packages) {
  const wanted = packages.filter(
    ({ command }) => command !== undefined && (process.platform === 'linux' || !linuxOnly.has(command)),
  );
  const there = await Promise.all(wanted.map(({ command = '' }) => onPath(command)));
  const missing = wanted.filter((_, index) => !there[index]);
  if (missing.length === 0) return done('all programs there');
  const list = missing.map(({ command, why }) => `\n    ${command}: ${why}`).join('');
  return done(`not on PATH, please install (runs that need them end with a message until then):${list}`);
}

/**
 * See that compilers, QEMU, the debugger and the window's libraries are there, and what else is asked for.
 *
 * @param {readonly SystemPackage[]} [more]
 * @returns {Promise<import('./steps.mjs').StepResult>}
 */
export async function installSystemPackages(more = []) {
  const packages = [...systemPackages, ...more];
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const isDebian = /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
  return isDebian ? installOnDebian(packages) : nameWhatIsMissing(packages);
}
