import path from 'node:path';
import { projectDir } from './project.mjs';

const SHOWN = 10;

/**
 * What a person shortens first, as lines: seconds and file, the slowest first.
 *
 * @param {readonly { file: string, ms: number }[]} times of test files, all that they took: imports, hooks and tests
 */
export function slowestFiles(times) {
  const slowest = [...times].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  return slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

/** A reporter of Vitest, which is given its path. */
export default class SlowestFiles {
  /** @type {{ file: string, ms: number }[]} */
  #times = [];

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
      module.diagnostic();
    const file = path.relative(projectDir, module.moduleId).replaceAll(path.sep, '/');
    const ms = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration;
    this.#times.push({ file, ms });
  }

  onTestRunEnd() {
    const lines = slowestFiles(this.#times);
    if (lines.length > 0) console.log(['The slowest test files:', ...lines, ''].join('\n'));
  }
}
