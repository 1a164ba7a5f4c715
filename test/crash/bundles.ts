import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { bundleCommandLine, compileCommandLine, external } from '../../build/command-line.mjs';
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
  const root = await mkdtemp(path.join(tmpdir(), 'benchloop-crashing-'));
  const dir = path.join(root, 'dist');
  await mkdir(dir);
  for (const name of ['node_modules', 'native-config'])
    await symlink(path.join(projectDir, name), path.join(root, name));
  await build({
    absWorkingDir: projectDir,
    entryPoints: {
      errand: 'test/crash/crash-errand.ts',
      call: 'test/crash/crash-call.ts',
      broker: 'electron/bench/broker/main.ts',
    },
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
  for (const wasm of ['web-tree-sitter.wasm', 'tree-sitter-c.wasm'])
    await copyFile(path.join(distDir, wasm), path.join(dir, wasm));
  const commandLine = await bundleCommandLine('test/crash/crash-cli.ts');
  for (const { name, contents } of commandLine.outputs) await writeFile(path.join(dir, name), contents);
  await compileCommandLine(path.join(dir, commandLine.script));
  project.provide('crashing', dir);
  return () => rm(root, { recursive: true });
}
