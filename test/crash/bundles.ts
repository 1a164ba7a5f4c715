import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { requireForCommonJs } from '../../build/common-js.mjs';
import { distDir, projectDir } from '../../build/project.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the command line that is killed at fault points, and of what drives an errand (`errand.js`). */
    crashing: string;
  }
}

/** Before the first test: bundles them once for all; gives what removes it after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'benchloop-crashing-'));
  await build({
    absWorkingDir: projectDir,
    entryPoints: {
      cli: 'test/crash/crash-cli.ts',
      errand: 'test/crash/crash-errand.ts',
      call: 'test/crash/crash-call.ts',
      broker: 'electron/bench/broker/main.ts',
    },
    outdir: dir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['libsql', 'serialport', 'usb'],
    logLevel: 'silent',
    banner: { js: requireForCommonJs },
  });
  for (const wasm of ['web-tree-sitter.wasm', 'tree-sitter-c.wasm'])
    await copyFile(path.join(distDir, wasm), path.join(dir, wasm));
  project.provide('crashing', dir);
  return () => rm(dir, { recursive: true });
}
