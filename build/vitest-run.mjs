import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { handOver } from './child.mjs';
import { cacheDir, projectDir } from './project.mjs';

/**
 * Passed and failed tests of a run. A file that could not be loaded has no tests, and counts as one that failed.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} results
 *   of Vitest's json reporter
 */
export function countResults({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/**
 * Run tests, showing them as they go.
 *
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {readonly string[]} args further arguments for Vitest
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ passed: number, failed: number }>} `failed` is at least 1 if Vitest itself was not content
 */
export async function runTests(projects, args, env) {
  const output = path.join(cacheDir, `test-results-${process.pid}.json`);
  await mkdir(cacheDir, { recursive: true });
  const code = await handOver(
    process.execPath,
    [
      path.join(projectDir, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--reporter=${path.join(projectDir, 'build', 'slowest-files.mjs')}`,
      `--outputFile.json=${output}`,
      ...args,
    ],
    { cwd: projectDir, env },
  );
  const text = await readFile(output, 'utf8').catch(() => undefined);
  await rm(output, { force: true });
  const { passed, failed } = text === undefined ? { passed: 0, failed: 1 } : countResults(JSON.parse(text));
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}
