import { copyFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../child.mjs';
import { importSource } from '../import-source.mjs';
import { distDir, projectDir } from '../project.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** No file of a guard takes so long, also where a mutation makes it hang, ms. */
const LIMIT_MS = 600_000;
/** A test that a mutation makes wait fails by then; that is no assertion, and kills nothing, ms. */
const TEST_LIMIT_MS = 60_000;

/**
 * @typedef {import('../../test/guards/guard.js').Guard} Guard
 * @typedef {{ numTotalTests: number, testResults: { name?: string, status: string, assertionResults: { status: string, fullName?: string, failureMessages?: string[] }[] }[] }} Results
 *   of Vitest's json reporter
 * @typedef {'killed' | 'SURVIVED' | 'BROKEN' | 'NOT UNIQUE'} Fate
 */

/**
 * What became of a mutation. It is killed where an assertion failed. Where tests failed by nothing but errors, or a file could not be
 * loaded, the mutation is broken: it says nothing of the tests.
 *
 * @param {Results | null} results null: Vitest did not come to its end
 * @returns {Fate}
 */
export function fateOf(results) {
  if (results === null) return 'BROKEN';
  const all = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status }) => status === 'failed');
  const isAssertion = (/** @type {string} */ message) => message.includes('AssertionError');
  if (failed.some(({ failureMessages = [] }) => failureMessages.some(isAssertion))) return 'killed';
  const hasBrokenFile = results.testResults.some(({ status }) => status === 'failed');
  return failed.length > 0 || hasBrokenFile || all.length === 0 ? 'BROKEN' : 'SURVIVED';
}

/** @param {Results | null} results */
const failedIn = (results) =>
  (results?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name = '', assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return [name, ...failed.map(({ fullName }) => `  ${fullName}`)];
    });

/**
 * A text in which `find` is replaced; null where it does not occur exactly once.
 *
 * @param {string} source
 * @param {Pick<Guard, 'find' | 'put'>} mutation
 */
export function mutated(source, { find, put }) {
  const parts = source.split(find);
  return parts.length === 2 ? parts.join(put) : null;
}

/** @returns {Promise<string[]>} files that git knows, below the project */
async function trackedFiles() {
  const { code, stdout, stderr } = await runProgram('git', ['ls-files', '-z'], { cwd: projectDir });
  if (code !== 0) throw new Error(`git ls-files: ${stderr}`);
  return stdout.split('\0').filter((name) => name !== '');
}

/**
 * Copies what git knows of the project, as it is now, and the bundles.
 *
 * @param {string} folder
 */
async function copyProject(folder) {
  for (const name of await trackedFiles()) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    // A file that was removed and not committed yet is not there.
    await copyFile(path.join(projectDir, name), path.join(folder, name)).catch(() => undefined);
  }
  await mkdir(path.join(folder, 'tmp'));
  await cp(distDir, path.join(folder, 'dist'), { recursive: true });
  await symlink(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
}

/** The fast tier, and no bundle made of a source that is changed. */
const ENVIRONMENT = { BENCHLOOP_TESTS: 'fast', BENCHLOOP_TEST_BUNDLES: 'as they are' };

/** Ends the tests that are under way; no mutation is made after it. */
const stop = new AbortController();

/**
 * Runs fast test files in a copy of the project, without bundling it anew.
 *
 * @param {string} folder
 * @param {readonly string[]} files
 * @returns {Promise<Results | null>}
 */
async function testsIn(folder, files) {
  const output = path.join(folder, '.cache', 'guard.json');
  await rm(output, { force: true });
  const vitest = path.join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  await runProgram(
    process.execPath,
    [
      ...[vitest, 'run', '--project=unit*', '--project=contract', '--tags-filter=!full'],
      ...['--reporter=json', `--outputFile.json=${output}`],
      ...[`--testTimeout=${TEST_LIMIT_MS}`, `--hookTimeout=${TEST_LIMIT_MS}`],
      ...files,
    ],
    {
      cwd: folder,
      env: { ...process.env, ...ENVIRONMENT, TMPDIR: path.join(folder, 'tmp') },
      ...{ timeoutMs: LIMIT_MS, signal: stop.signal },
    },
  );
  const text = await readFile(output, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/**
 * Makes a mutation, runs its tests, and takes it back.
 *
 * @param {string} folder
 * @param {Guard} guard
 * @returns {Promise<Fate>}
 */
async function tryGuard(folder, guard) {
  const file = path.join(folder, guard.file);
  const source = await readFile(file, 'utf8');
  const changed = mutated(source, guard);
  if (changed === null) return 'NOT UNIQUE';
  await writeFile(file, changed);
  try {
    return fateOf(await testsIn(folder, guard.tests));
  } finally {
    await writeFile(file, source);
  }
}

/**
 * Breaks each promise, one after the other, in a copy of the project, and says whether a fast test notices.
 *
 * @param {readonly string[]} names parts of the names of promises, or of files; none: all guards
 * @returns {Promise<number>} exit code: 1 if a mutation survives or cannot be made, or if a test fails without any
 */
export async function runGuards(names) {
  /** @type {{ guards: readonly Guard[] }} */
  const { guards } = await importSource("export { guards } from './test/guards.ts';");
  const chosen = guards.filter(
    ({ promise, file }) =>
      names.length === 0 || names.some((name) => promise.includes(name) || file.includes(name)),
  );
  if (chosen.length === 0) {
    console.error('no guard has such a name');
    return 2;
  }
  const { dir: folder, remove } = temporaryFolder();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  try {
    await copyProject(folder);
    const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
    const undisturbed = await testsIn(folder, files);
    if (fateOf(undisturbed) !== 'SURVIVED') {
      console.error('a test of these guards fails without any mutation:');
      for (const name of failedIn(undisturbed)) console.error(`    ${name}`);
      return 1;
    }
    return await tryAll(folder, chosen);
  } finally {
    remove();
  }
}

/**
 * @param {string} folder
 * @param {readonly Guard[]} guards
 */
async function tryAll(folder, guards) {
  const fates = [];
  for (const guard of guards) {
    const fate = await tryGuard(folder, guard);
    if (stop.signal.aborted) break;
    fates.push(fate);
    const what = fate === 'killed' ? '' : `\n    ${guard.find}\n    ${guard.put}`;
    console.log(`${fate.padEnd(10)}  ${guard.promise}: ${guard.file}${what}`);
  }
  const killed = fates.filter((fate) => fate === 'killed').length;
  console.log(`${killed} of ${guards.length} mutations are killed by a fast test`);
  return killed === guards.length ? 0 : 1;
}
