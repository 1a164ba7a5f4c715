import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ file: string, passed: number, failed: number }} FileResult `file` as `test/budgets.yaml` names it */

/** Names the file that takes the results, a line each. */
export const RESULTS = 'BENCHLOOP_TEST_RESULTS';

export const reporterFile = import.meta.filename;

/**
 * Passed and failed tests of a file. One that failed without a test, because it could not be loaded or set up, counts as a failure.
 *
 * @param {readonly string[]} states of its tests
 * @param {boolean} hasFailed whether the file as a whole did
 */
export function countOf(states, hasFailed) {
  const count = (/** @type {string} */ wanted) => states.filter((state) => state === wanted).length;
  return { passed: count('passed'), failed: Math.max(count('failed'), hasFailed ? 1 : 0) };
}

/** A reporter of Vitest that notes each file when it ends, so that a run that is ended early has the results until then. */
export default class FileResults {
  #root = '';

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.#root = vitest.config.root;
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const file = path.relative(this.#root, module.moduleId).replaceAll(path.sep, '/');
    const result = { file, ...countOf(states, module.state() === 'failed') };
    appendFileSync(String(process.env[RESULTS]), `${JSON.stringify(result)}\n`);
  }
}
