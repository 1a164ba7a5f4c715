import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from './child.mjs';

/** An unattended set-up must not hang where the download's host cannot be reached; who asks for a retry has time. */
const downloadLimitMs = { unattended: 20_000, asked: 600_000 };

/**
 * The official binary in `node_modules/electron`, as its own install script leaves it: `path.txt`, written last, names the
 * program inside `dist/`.
 *
 * @param {string} projectDir
 * @returns {Promise<string | undefined>} path of the program
 */
export async function officialBinary(projectDir) {
  const packageDir = path.join(projectDir, 'node_modules', 'electron');
  const relative = await readFile(path.join(packageDir, 'path.txt'), 'utf8').catch(() => undefined);
  if (relative === undefined) return undefined;
  const program = path.join(packageDir, 'dist', relative);
  return access(program).then(
    () => program,
    () => undefined,
  );
}

/**
 * Download the official binary by the package's own install script, unless that failed before for this version.
 *
 * @param {string} projectDir
 * @param {{ cacheDir: string, version: string, retry: boolean, canFallBack: boolean }} options `retry`: try although it
 *   failed before; where nothing can stand in for it, it always gets the long limit
 * @returns {Promise<string | undefined>} path of the program; undefined where the download failed
 */
export async function downloadOfficial(projectDir, { cacheDir, version, retry, canFallBack }) {
  const memory = path.join(cacheDir, 'download-failed.json');
  const remembered = await readFile(memory, 'utf8').catch(() => '');
  if (!retry && remembered.includes(`"${version}"`) && canFallBack) return undefined;

  const limitMs = retry || !canFallBack ? downloadLimitMs.asked : downloadLimitMs.unattended;
  console.log(`setup: downloading the official Electron ${version} (at most ${limitMs / 1000} s) …`);
  const script = path.join(projectDir, 'node_modules', 'electron', 'install.js');
  const result = await runProgram(process.execPath, ['--no-warnings', script], { timeoutMs: limitMs });
  const program = result.code === 0 ? await officialBinary(projectDir) : undefined;
  if (program !== undefined) {
    await rm(memory, { force: true });
    return program;
  }
  const reason = result.timedOut
    ? `not finished after ${limitMs / 1000} s`
    : (result.stderr.trim().split('\n')[0] ?? '');
  await mkdir(cacheDir, { recursive: true });
  await writeFile(memory, `${JSON.stringify({ version, reason, at: new Date().toISOString() })}\n`);
  console.log(`setup: no official Electron (${reason}); "npm run setup -- --retry-electron" tries again`);
  return undefined;
}
