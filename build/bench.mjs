import { mkdir, readdir } from 'node:fs/promises';
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
  const outfile = path.join(cacheDir, 'bench', `${name}.mjs`);
  await mkdir(path.dirname(outfile), { recursive: true });
  await esbuild.build({
    entryPoints: [path.join(benchDir, `${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return handOver(process.execPath, [outfile, ...args], { cwd: projectDir });
}

if (!names.includes(name)) {
  console.error(
    `usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ') || '(there is none yet)'}`,
  );
  process.exitCode = 2;
} else {
  process.exitCode = (await setUpBenchmarks()) ? await runBench() : 1;
}
