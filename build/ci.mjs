import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runNpm } from './child.mjs';
import { gitIn } from './ci/base.mjs';
import { runOnBase } from './ci/on-base.mjs';
import { makePlan } from './ci/plan.mjs';
import { runAll } from './ci/run.mjs';
import { startSpinning } from './ci/spinning.mjs';
import { planLines } from './ci/told.mjs';
import { projectDir } from './project.mjs';
import { endProcesses, processesWith } from './test/end-processes.mjs';
import { runTests } from './test/vitest-run.mjs';

// node build/ci.mjs [--base REV] [--minutes N] [--dry]
// Everything that a change must pass. What is of the full tier ends after N minutes. --dry says what would run, and why, in a checkout
// that is set up.

/** Failures of the last step are still compared with the base for so long after that, ms. */
const COMPARING_MS = 3 * 60_000;

const { values } = parseArgs({
  options: { base: { type: 'string' }, minutes: { type: 'string', default: '25' }, dry: { type: 'boolean' } },
});
const limitMs = Number(values.minutes) * 60_000;
const git = gitIn(projectDir);
const interrupted = new AbortController();

/** @param {number} ms @returns {AbortSignal} also of an interruption */
function stopAfter(ms) {
  const stop = new AbortController();
  const abort = () => stop.abort();
  setTimeout(abort, ms).unref();
  interrupted.signal.addEventListener('abort', abort);
  return stop.signal;
}

/**
 * Runs test files with a temporary folder of their own: those that are ended do not remove what they made.
 *
 * @param {'fast' | 'full'} tier
 * @param {readonly string[]} files
 * @param {AbortSignal} stop
 * @param {string} [dir] another checkout
 */
async function run(tier, files, stop, dir) {
  // Short: paths of sockets have at most 107 bytes (unix(7)).
  const tmp = await mkdtemp(path.join(tmpdir(), 'bl-'));
  try {
    return await runTests(tier, [], files, { TMPDIR: tmp }, { stop, dir });
  } finally {
    await rm(tmp, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Ends all that was started here, wherever it runs; what waits for it goes on to its end. */
function endAllOnSignals() {
  process.env.BENCHLOOP_CI = String(process.pid);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      interrupted.abort();
      void endProcesses(() => processesWith(`BENCHLOOP_CI=${process.pid}`));
    });
  }
}

async function runEverything() {
  endAllOnSignals();
  const full = stopAfter(limitMs);
  const comparing = stopAfter(limitMs + COMPARING_MS);
  const { lines, code } = await runAll(
    {
      npm: (args) => runNpm(args, { cwd: projectDir, echo: true }),
      plan: () => makePlan(git, projectDir, values.base),
      run,
      runBefore: (files, base) =>
        runOnBase(files, base, git, async (there, dir) => (await run('full', there, comparing, dir)).files),
      spin: startSpinning,
      say: (line) => console.log(line),
    },
    { all: interrupted.signal, full },
  );
  for (const line of lines) console.log(line);
  return code;
}

async function dry() {
  for (const line of planLines(await makePlan(git, projectDir, values.base))) console.log(line);
  return 0;
}

if (!(limitMs >= 0)) {
  console.error(`--minutes takes a number, not ${values.minutes}`);
  process.exitCode = 2;
} else {
  process.exitCode = await (values.dry ? dry() : runEverything());
}
