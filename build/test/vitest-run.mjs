import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { handOver } from '../child.mjs';
import { cacheDir, projectDir } from '../project.mjs';
import { enterGroup, makeGroup, removeGroup, secondsOf, secondsOfChildren } from './processor-time.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Node parses these certificates at each start of a process. No test needs them. */
const { NODE_EXTRA_CA_CERTS: _, ...withoutFurtherCertificates } = process.env;

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
 * What a file holds, which is removed; nothing where there is none.
 *
 * @param {string} file
 */
async function taken(file) {
  const text = await readFile(file, 'utf8').catch(() => '');
  await rm(file, { force: true });
  return text;
}

/** @param {string} text */
const parseLines = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/**
 * Runs tests, showing them as they go.
 *
 * @param {'fast' | 'full'} tier `full` runs the fast ones, too
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {readonly string[]} args further arguments for Vitest
 * @param {NodeJS.ProcessEnv} env added to this process's own
 * @returns {Promise<{ passed: number, failed: number, seconds: number, usage: import('./budgets.mjs').Usage[] }>} `failed` is at least 1
 *   if Vitest itself was not content; `seconds` of processor time, not calibrated
 */
export async function runTests(tier, projects, args, env) {
  const output = path.join(cacheDir, `test-results-${process.pid}.json`);
  const notes = path.join(cacheDir, `test-usage-${process.pid}.jsonl`);
  await mkdir(cacheDir, { recursive: true });
  const group = makeGroup(`benchloop-tests-${process.pid}`);
  const before = secondsOfChildren();
  const temporary = temporaryFolder();
  const code = await handOver(
    process.execPath,
    [
      path.join(projectDir, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${output}`,
      ...(tier === 'fast' ? ['--tags-filter=!full'] : []),
      ...args,
    ],
    {
      cwd: projectDir,
      env: {
        ...withoutFurtherCertificates,
        TMPDIR: temporary.dir,
        BENCHLOOP_TESTS: tier,
        BENCHLOOP_TEST_USAGE: notes,
        ...(group === null ? {} : { BENCHLOOP_TEST_GROUP: group }),
        ...env,
      },
      started: (pid) => group !== null && enterGroup(group, pid),
    },
  );
  const seconds = group === null ? secondsOfChildren() - before : (secondsOf(group) ?? 0);
  if (group !== null) removeGroup(group);
  temporary.remove();
  const results = await taken(output);
  const usage = await taken(notes);
  const { passed, failed } = results === '' ? { passed: 0, failed: 1 } : countResults(JSON.parse(results));
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), seconds, usage: parseLines(usage) };
}
