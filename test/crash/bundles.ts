import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { bundleStarter, external } from '../../build/command-line.mjs';
import { requireForCommonJs } from '../../build/common-js.mjs';
import { distDir, projectDir } from '../../build/project.mjs';
import { crashSeed } from './chance.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The `cli.js` that is killed at fault points, for a folder with the project's bundles. */
    crashingStarter: string;
    /** Folder of what drives an errand and makes a call; nothing in the fast tier, whose tests do without. */
    crashingPrograms: string;
    /** What the crash tests choose by (`crashSeed`). */
    crashSeed: number;
  }
}

/** Before the first test: bundles what is killed once for all; gives what removes it after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const seed = crashSeed(projectDir, process.env);
  console.log(`The crash tests choose by BENCHLOOP_CRASH_SEED=${seed}.`);
  project.provide('crashSeed', seed);
  project.provide('crashingStarter', await starter());
  if (process.env.BENCHLOOP_TESTS !== 'full') {
    project.provide('crashingPrograms', '');
    return async () => undefined;
  }
  const root = await mkdtemp(path.join(tmpdir(), 'benchloop-crashing-'));
  project.provide('crashingPrograms', await bundlePrograms(root));
  return () => rm(root, { recursive: true });
}

async function starter(): Promise<string> {
  const script = readdirSync(distDir).find((name) => /^command-line-\w+\.cjs$/.test(name));
  if (script === undefined) throw new Error(`${distDir} holds no command line`);
  const files = await bundleStarter('test/crash/crash-cli.ts', script);
  return files.find(({ path: file }) => file.endsWith('.js'))?.text ?? '';
}

async function bundlePrograms(root: string): Promise<string> {
  const dir = path.join(root, 'dist');
  await mkdir(dir);
  await symlink(path.join(projectDir, 'node_modules'), path.join(root, 'node_modules'));
  await build({
    absWorkingDir: projectDir,
    entryPoints: { errand: 'test/crash/crash-errand.ts', call: 'test/crash/crash-call.ts' },
    outdir: dir,
    bundle: true,
    // Coverage is told of the sources.
    sourcemap: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external,
    logLevel: 'silent',
    banner: { js: requireForCommonJs },
  });
  return dir;
}
