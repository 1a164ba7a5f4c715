import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { handOver } from '../child.mjs';
import { cacheDir, projectDir } from '../project.mjs';
import { endProcesses, processesIn, processesWith } from './end-processes.mjs';
import { RESULTS, reporterFile } from './file-results.mjs';
import { enterGroup, makeGroup, removeGroup, secondsOf, secondsOfChildren } from './processor-time.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Names the file that takes what each test file uses (test/usage/setup.ts). */
const NOTES = 'BENCHLOOP_TEST_USAGE';

/** Node parses these certificates at each start of a process. No test needs them. */
const { NODE_EXTRA_CA_CERTS: _, ...withoutFurtherCertificates } = process.env;

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

/** @param {readonly import('./file-results.mjs').FileResult[]} files */
const total = (files) => ({
  passed: files.reduce((sum, { passed }) => sum + passed, 0),
  failed: files.reduce((sum, { failed }) => sum + failed, 0),
});

/** @param {string} text */
const parseLines = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/**
 * What tests came to. `failed` is at least 1 if Vitest itself was not content, unless it was stopped; `seconds` of processor time, not
 * calibrated; `files` are those that ended.
 *
 * @typedef {object} Run
 * @property {number} passed
 * @property {number} failed
 * @property {number} seconds
 * @property {import('./budgets.mjs').Usage[]} usage
 * @property {import('./file-results.mjs').FileResult[]} files
 */

/**
 * Ends processes once a signal says so.
 *
 * @param {AbortSignal | undefined} stop
 * @param {() => readonly number[]} find
 * @param {string} results
 * @returns {() => Promise<string | null>} waits for their end; the results until the signal, or null if there was none: a test whose
 *   processes are ended fails before it is ended itself
 */
function endAtStop(stop, find, results) {
  /** @type {Promise<unknown> | undefined} */
  let ending;
  /** @type {string | null} */
  let known = null;
  const end = () => {
    known = existsSync(results) ? readFileSync(results, 'utf8') : '';
    ending = endProcesses(find);
  };
  stop?.addEventListener('abort', end, { once: true });
  return async () => {
    stop?.removeEventListener('abort', end);
    await ending;
    return known;
  };
}

/**
 * @param {'fast' | 'full'} tier
 * @param {string} results
 * @param {string} notes
 * @param {string | null} group
 */
const variables = (tier, results, notes, group) => ({
  BENCHLOOP_TESTS: tier,
  [RESULTS]: results,
  [NOTES]: notes,
  ...(group === null ? {} : { BENCHLOOP_TEST_GROUP: group }),
});

/**
 * Runs tests, showing them as they go.
 *
 * @param {'fast' | 'full'} tier `full` runs the fast ones, too
 * @param {readonly string[]} projects of vitest.config.ts; all if empty
 * @param {readonly string[]} args further arguments for Vitest
 * @param {NodeJS.ProcessEnv} env added to this process's own
 * @param {{ dir?: string, stop?: AbortSignal }} [options] `dir`: another checkout; `stop` ends Vitest and all that it started
 * @returns {Promise<Run>}
 */
export async function runTests(tier, projects, args, env, { dir = projectDir, stop } = {}) {
  if (stop?.aborted) return { passed: 0, failed: 0, seconds: 0, usage: [], files: [] };
  const results = path.join(cacheDir, `test-results-${process.pid}.jsonl`);
  const notes = path.join(cacheDir, `test-usage-${process.pid}.jsonl`);
  await mkdir(cacheDir, { recursive: true });
  const group = makeGroup(`benchloop-tests-${process.pid}`);
  const before = secondsOfChildren();
  const temporary = temporaryFolder();
  const find = () => (group === null ? processesWith(`${NOTES}=${notes}`) : processesIn(group));
  const stopped = endAtStop(stop, find, results);
  const code = await handOver(
    process.execPath,
    [
      path.join(dir, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      `--reporter=${reporterFile}`,
      ...(tier === 'fast' ? ['--tags-filter=!full'] : []),
      ...args,
    ],
    {
      cwd: dir,
      env: {
        ...withoutFurtherCertificates,
        TMPDIR: temporary.dir,
        ...variables(tier, results, notes, group),
        ...env,
      },
      started: (pid) => group !== null && enterGroup(group, pid),
    },
  );
  const untilStop = await stopped();
  const seconds = group === null ? secondsOfChildren() - before : (secondsOf(group) ?? 0);
  if (group !== null) removeGroup(group);
  temporary.remove();
  const noted = await taken(results);
  const files = parseLines(untilStop ?? noted);
  const sum = total(files);
  const isContent = untilStop !== null || code === 0;
  return {
    passed: sum.passed,
    failed: isContent ? sum.failed : Math.max(sum.failed, 1),
    seconds,
    usage: parseLines(await taken(notes)),
    files,
  };
}
