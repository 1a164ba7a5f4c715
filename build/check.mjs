import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runProgram } from './child.mjs';
import { cacheDir, projectDir } from './project.mjs';
import { setUp } from './setup.mjs';

const TESTS = 'unit tests';

/** The compiler wants a gigabyte each time. */
const MOST_AT_ONCE = 4;

/** The compiler looks again only at what changed since, and at what depends on it. */
const remembering = (/** @type {string} */ name) => [
  '--incremental',
  '--tsBuildInfoFile',
  path.join(cacheDir, `types-${name}.tsbuildinfo`),
];

/**
 * What every commit passes: name, program in node_modules, arguments. Programs are started by their script, without a shell.
 * Most of them use one processor: they run side by side, and what takes longest comes first.
 *
 * @type {readonly (readonly [name: string, program: string, args: readonly string[]])[]}
 */
const steps = [
  ['types: main, tools, tests', 'typescript/bin/tsc', ['-p', '.', ...remembering('main')]],
  ['types: window', 'typescript/bin/tsc', ['-p', 'renderer', ...remembering('window')]],
  ['types: tests of the window', 'typescript/bin/tsc', ['-p', 'test/e2e', ...remembering('window-tests')]],
  [
    'layers',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['--config', 'build/layers.cjs', 'electron', 'shared', 'renderer'],
  ],
  ['dead code', 'knip/bin/knip.js', ['--no-progress']],
  [
    'format + lint',
    '@biomejs/biome/bin/biome',
    ['check', '--diagnostic-level=warn', '--error-on-warnings', '.'],
  ],
  [TESTS, 'vitest/vitest.mjs', ['run', '--project=unit*', '--reporter=dot', '--tags-filter=!full']],
];

/**
 * @param {(typeof steps)[number]} step
 * @returns {Promise<boolean>} whether it passed
 */
async function check([name, program, args]) {
  const start = performance.now();
  const script = path.join(projectDir, 'node_modules', program);
  const result = await runProgram(process.execPath, [script, ...args], { cwd: projectDir });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${result.code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${seconds.padStart(6)} s`);
  if (result.code !== 0) console.log(`${result.stdout}${result.stderr}`);
  return result.code === 0;
}

// npm run check [-- NAME …]: all steps, or those whose name begins so
// npm run check -- --tested: all but the tests, which `npm test` has just run in this checkout
const args = process.argv.slice(2);
const tested = args.includes('--tested');
const names = args.filter((arg) => arg !== '--tested');
const chosen = steps.filter(
  ([step]) =>
    !(tested && step === TESTS) && (names.length === 0 || names.some((name) => step.startsWith(name))),
);

if (chosen.length === 0) {
  console.error(`no such step; there are: ${steps.map(([step]) => step).join(', ')}`);
  process.exitCode = 2;
} else if (await setUp({ needsWindow: false })) {
  const left = [...chosen];
  // All of them, so that one run shows everything there is to correct.
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) if (!(await check(step))) process.exitCode = 1;
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), MOST_AT_ONCE) }, lane));
} else {
  process.exitCode = 1;
}
