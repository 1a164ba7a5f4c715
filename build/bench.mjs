import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { handOver } from './child.mjs';
import { cacheDir, projectDir } from './project.mjs';
import { setUpBenchmarks } from './setup.mjs';

// npm run bench -- NAME [ARGUMENTS]: runs test/bench/NAME.ts
const [name = '', ...args] = process.argv.slice(2);
const benchDir = path.join(projectDir, 'test', 'bench');
const files = await readdir(benchDir).catch(() => []);
const names = files.filter((file) => file.endsWith('.ts')).map((file) => path.basename(file, '.ts'));

/** @returns {Promise<number>} exit code */
async function runBench() {
  const esbuild = await import('esbuild');
  const outdir = path.join(cacheDir, 'bench', name);
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    entryPoints: [path.join(benchDir, `${name}.ts`)],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    // as in the product: a package that is imported on demand is no part of what is measured without it
    splitting: true,
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return handOver(process.execPath, [path.join(outdir, `${name}.mjs`), ...args], { cwd: projectDir });
}

if (!names.includes(name)) {
  console.error(
    `usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ') || '(there is none yet)'}`,
  );
  process.exitCode = 2;
} else {
  process.exitCode = (await setUpBenchmarks()) ? await runBench() : 1;
}
