import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../shared/problem.js';
import type { ChildRegistry, Exec } from '../../../shared/process.js';
import type { ScriptProfile, ScriptStep } from '../../../shared/profile/script.js';
import { type ConsoleLog, openConsoleLog } from '../console-log.js';
import type { Environment, EnvironmentRequest, SessionEnd } from '../environment.js';
import { createHostEnvironment } from '../host/host-environment.js';
import { ABORTED } from '../within.js';
import { oemCodePage } from './oem-code-page.js';
import type { Outcome } from './outcome.js';
import { runStep, type StepEnd } from './run-step.js';

/** What an outcome other than done is to the run. */
const PROBLEMS: Readonly<Record<Exclude<Outcome, 'done'>, ProblemCode>> = {
  retry: 'TEST_ENV_FAILURE',
  'board-missing': 'BOARD_NOT_FOUND',
  'board-mismatch': 'BOARD_MISMATCH',
  failed: 'SCRIPT_FAILURE',
};

/** A test that ran to a verdict of its own, good or bad, is a result; these say that there was no test. */
const NO_TEST: readonly Outcome[] = ['retry', 'board-missing', 'board-mismatch'];

const LAST_WORDS = 500;

interface Bench {
  profile: ScriptProfile;
  request: EnvironmentRequest;
  exec: Exec;
  children: ChildRegistry;
}

/**
 * A target that only the vendor's own programs reach: `flash` writes the image, `test` runs the test and its output is
 * the console. Without a `test` step the task's `test.command` runs, confined as on `host`. The programs themselves run
 * unconfined: they need the port.
 */
export function createScriptEnvironment(
  profile: ScriptProfile,
  request: EnvironmentRequest,
  deps: { exec: Exec; children: ChildRegistry },
): Environment {
  const bench: Bench = { profile, request, ...deps };
  const host = createHostEnvironment({ ...profile, kind: 'host' }, request, deps.exec);
  const { test } = profile;
  let runs = 0;
  const prepare = (step: ScriptStep | undefined) => async (signal: AbortSignal) => {
    if (signal.aborted) return fail(ABORTED);
    return step === undefined ? ok(undefined) : setUp(bench, step, signal);
  };
  const flash = async (signal: AbortSignal): Promise<Result<void>> => {
    if (profile.flash !== undefined) {
      if (!(await agreed(profile, profile.flash, request))) return fail(DECLINED);
      const counted = request.spend?.() ?? ok(undefined);
      if (!counted.ok) return counted;
    }
    return prepare(profile.flash)(signal);
  };
  return {
    start: flash,
    reset: prepare(profile.reset),
    run: async (signal, onConsole) => {
      if (test === undefined) return host.run(signal, onConsole);
      runs += 1;
      return runTest(bench, test, signal, { run: runs, onConsole });
    },
    stop: () => host.stop(),
  };
}

const DECLINED: Problem = {
  code: 'FLASH_DECLINED',
  message: 'nobody agreed to flash the board; nothing was written',
};

function agreed(profile: ScriptProfile, step: ScriptStep, request: EnvironmentRequest): Promise<boolean> {
  const asked = {
    board: profile.title,
    chip: null,
    serial: null,
    image: request.imageSha256 ?? '',
    regions: [],
    erase: 'as the script does' as const,
    irreversible: 'what the board holds cannot be read through a script',
    tried: 'tool' as const,
    alwaysAsk: false,
    command: step.command,
  };
  return request.agree?.(asked) ?? Promise.resolve(false);
}

async function setUp(bench: Bench, step: ScriptStep, signal: AbortSignal): Promise<Result<void>> {
  const log = openConsoleLog(
    join(bench.request.sessionDir, 'script.log'),
    bench.profile.testEnd.maxOutputBytes,
  );
  const end = await perform(bench, step, signal, log);
  log.close();
  if (!end.ok) return end;
  if (end.value.cut === 'aborted') return fail(ABORTED);
  const { outcome } = end.value;
  return outcome === 'done' ? ok(undefined) : fail(problemOf(step, outcome, end.value));
}

async function runTest(
  bench: Bench,
  step: ScriptStep,
  signal: AbortSignal,
  { run, onConsole }: { run: number; onConsole: (bytes: Uint8Array) => void },
): Promise<Result<SessionEnd>> {
  const begun = performance.now();
  const file = join(bench.request.sessionDir, `console-${run}.log`);
  const log = openConsoleLog(file, bench.profile.testEnd.maxOutputBytes);
  log.listen(onConsole);
  const limited = { ...step, timeoutSec: Math.min(step.timeoutSec, bench.request.timeoutMs / 1000) };
  const end = await perform(bench, limited, signal, log);
  log.close();
  log.assertWhole();
  if (!end.ok) return end;
  const { outcome, cut, exitCode, signal: own } = end.value;
  if (cut === 'aborted') return fail(ABORTED);
  if (outcome !== 'done' && NO_TEST.includes(outcome)) return fail(problemOf(step, outcome, end.value));
  return ok({
    ended_by: cut ?? (own === null ? 'exit' : 'crash'),
    exit_code: exitCode,
    signal: own,
    consoleFile: file,
    stuckPcs: [],
    stderr: '',
    duration_ms: performance.now() - begun,
  });
}

async function perform(
  { profile, request, exec, children }: Bench,
  step: ScriptStep,
  signal: AbortSignal,
  log: ConsoleLog,
): Promise<Result<StepEnd>> {
  const encoder = new TextEncoder();
  return runStep(step, {
    base: request.workTree,
    platform: process.platform,
    comSpec: process.env.ComSpec ?? 'cmd.exe',
    values: { image: request.image ?? '', work: request.workTree, session: request.sessionDir },
    children,
    operation: request.operation,
    signal,
    oemCodePage: step.encoding === 'oem' ? await oemCodePage(exec, process.platform) : 0,
    maxOutput: profile.testEnd.maxOutputBytes,
    onOutput: (text) => log.append(encoder.encode(text)),
  });
}

function problemOf(step: ScriptStep, outcome: Exclude<Outcome, 'done'>, end: StepEnd): Problem {
  const said = end.output.trim().slice(-LAST_WORDS);
  const why = end.message ?? `exit code ${end.exitCode}`;
  return {
    code: PROBLEMS[outcome],
    message: `${step.command[0]}: ${why}${said === '' ? '' : `; it said: ${said}`}`,
    where: step.cwd ?? step.command[0],
    next: 'see what the script says, and `outcomes` in the profile',
  };
}
