import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
// Nothing outside Node is imported at the top of this file or of the files it imports: it runs before `npm ci`.
import { bundle } from './bundle.mjs';
import { installDependencies } from './dependencies.mjs';
import { prepareElectron } from './electron-runtime.mjs';
import { prepareGuestKernel } from './guest-kernel.mjs';
import { benchPeers, peerPackages } from './peer-packages.mjs';
import { cacheDir, projectDir } from './project.mjs';
import { attempt, done, failed, report } from './steps.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * Whether a Node version satisfies `>=major.minor`.
 *
 * @param {string} version for example `20.19.2`
 * @param {string} range the `engines.node` of package.json
 */
export function nodeSatisfies(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = range.replace('>=', '').split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

async function checkNode() {
  const { engines } = JSON.parse(await readFile(path.join(projectDir, 'package.json'), 'utf8'));
  return nodeSatisfies(process.versions.node, engines.node)
    ? done(process.versions.node)
    : failed(
        `this is Node ${process.versions.node}, and Benchloop needs ${engines.node}`,
        'install Node 20 LTS or newer',
      );
}

/**
 * Make everything ready that running and testing need; does only what is missing.
 *
 * @param {{ retryElectron?: boolean, needsWindow?: boolean, withPeers?: boolean }} [options] `needsWindow: false` goes on without
 *   an Electron; `withPeers` adds what tests compare with
 * @returns {Promise<boolean>} whether all of it is there
 */
export async function setUp({ retryElectron = false, needsWindow = true, withPeers = false } = {}) {
  const electron = () =>
    prepareElectron({
      projectDir,
      cacheDir: path.join(cacheDir, 'electron'),
      given: process.env.BENCHLOOP_ELECTRON,
      retry: retryElectron,
    });
  return (
    (await report('Node', checkNode)) &&
    (await report('system packages', () => installSystemPackages(withPeers ? peerPackages : []))) &&
    (!withPeers || (await report('USB guest', prepareGuestKernel))) &&
    (await report('npm packages', () => installDependencies(projectDir))) &&
    (await report('bundles', bundle)) &&
    ((await report('Electron', electron)) || !needsWindow)
  );
}

/**
 * Make ready what benchmarks need, and of what they compare with as much as can be had: they name what is missing, and measure the rest.
 *
 * @returns {Promise<boolean>} whether they can run
 */
export async function setUpBenchmarks() {
  if (!(await setUp({ needsWindow: false }))) return false;
  await attempt('peers', () => installSystemPackages(benchPeers));
  await attempt('USB guest', prepareGuestKernel);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const start = performance.now();
  const ready = await setUp({ retryElectron: process.argv.includes('--retry-electron') });
  if (ready) console.log(`setup: ready after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  else process.exitCode = 1;
}
