import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runtimeFile } from './electron-runtime.mjs';
import { cacheDir, projectDir } from './project.mjs';

/**
 * The Electron that the set-up resolved.
 *
 * @returns {Promise<import('./electron-runtime.mjs').ElectronRuntime | undefined>} undefined before the first set-up
 */
export async function preparedElectron() {
  const text = await readFile(runtimeFile(path.join(cacheDir, 'electron')), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Chromium refuses to start its sandbox for root on Linux; everywhere else the sandbox stays on. */
export const withoutSandbox = process.platform === 'linux' && process.getuid?.() === 0;

/**
 * The arguments that start the window.
 *
 * @param {readonly string[]} args the application's own
 */
export function electronArguments(args) {
  return [...(withoutSandbox ? ['--no-sandbox'] : []), projectDir, ...args];
}
