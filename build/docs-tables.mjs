import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir, projectDir } from './project.mjs';

/** What the documentation shows, by the module that holds it. */
const sources = {
  'electron/machine/firmware-loop/table.ts': ['firmwareLoop'],
  'electron/machine/firmware-loop/ladders.ts': ['LADDERS', 'TIMEOUT_RUNGS'],
  'electron/machine/describe.ts': ['describeMachine', 'toMermaid'],
  'electron/run/firmware/effects.ts': ['resumePolicy'],
  'electron/bench/profiles.ts': ['loadProfiles'],
  'electron/cli/usage.ts': ['USAGE'],
  'shared/policy.ts': ['PolicySchema', 'defaultPolicy'],
  'shared/task.ts': ['TaskSchema'],
  'shared/profile.ts': ['QemuProfileSchema', 'HostProfileSchema'],
};

/**
 * @typedef {Pick<typeof import('../electron/machine/firmware-loop/table.js'), 'firmwareLoop'>
 *   & Pick<typeof import('../electron/machine/firmware-loop/ladders.js'), 'LADDERS' | 'TIMEOUT_RUNGS'>
 *   & Pick<typeof import('../electron/machine/describe.js'), 'describeMachine' | 'toMermaid'>
 *   & Pick<typeof import('../electron/run/firmware/effects.js'), 'resumePolicy'>
 *   & Pick<typeof import('../electron/bench/profiles.js'), 'loadProfiles'>
 *   & Pick<typeof import('../electron/cli/usage.js'), 'USAGE'>
 *   & Pick<typeof import('../shared/policy.js'), 'PolicySchema' | 'defaultPolicy'>
 *   & Pick<typeof import('../shared/task.js'), 'TaskSchema'>
 *   & Pick<typeof import('../shared/profile.js'), 'QemuProfileSchema' | 'HostProfileSchema'>} Tables
 */

const entry = Object.entries(sources)
  .map(([file, names]) => `export { ${names.join(', ')} } from './${file}';`)
  .join('\n');

/**
 * Bundle the TypeScript that holds the tables and import it. The bundle lies below the project for that long, so that it
 * finds the project's packages.
 *
 * @returns {Promise<Tables>}
 */
export async function loadTables() {
  const esbuild = await import('esbuild');
  await mkdir(cacheDir, { recursive: true });
  const folder = await mkdtemp(path.join(cacheDir, 'docs-'));
  const outfile = path.join(folder, 'tables.mjs');
  try {
    await esbuild.build({
      stdin: { contents: entry, resolveDir: projectDir, loader: 'ts' },
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
