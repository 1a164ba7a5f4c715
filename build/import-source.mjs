import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir, projectDir } from './project.mjs';

/**
 * Bundle TypeScript of the project and import it. The bundle lies below the project for that long, so that it finds the
 * project's packages.
 *
 * @param {string} source a module in TypeScript; its imports start at the project's folder
 * @returns {Promise<any>} what it exports
 */
export async function importSource(source) {
  const esbuild = await import('esbuild');
  await mkdir(cacheDir, { recursive: true });
  const folder = await mkdtemp(path.join(cacheDir, 'source-'));
  const outfile = path.join(folder, 'module.mjs');
  try {
    await esbuild.build({
      stdin: { contents: source, resolveDir: projectDir, loader: 'ts' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      logLevel: 'silent',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
