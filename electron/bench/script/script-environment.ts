import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { ChildRegistry } from '../../../shared/process.js';
import type { ScriptProfile, ScriptStep } from '../../../shared/profile/script.js';
import type { BoardTools } from '../board/board-target.js';
import { openConsoleLog } from '../console-log.js';
import type { Environment, EnvironmentRequest, SessionEnd } from '../environment.js';
import { createHostEnvironment } from '../host/host-environment.js';
import { reapOperation } from '../process/children.js';
import { ABORTED } from '../within.js';
import type { Outcome } from './outcome.js';
import { noteFileFor, outlived } from './outliving.js';
import { doStep, performStep, type StepPlace, stepProblem } from './perform-step.js';
import { createUartEnvironment, type VendorSteps } from './uart-environment.js';

/** A test that ran to a verdict of its own, good or bad, is a result; these say that there was no test. */
const NO_TEST: readonly Outcome[] = ['retry', 'board-missing', 'board-mismatch'];

/**
 * A target that only the vendor's own programs reach: `flash` writes the image, `test` runs the test and its output is
 * the console. Without a `test` step the task's `test.command` runs, confined as on `host`. The programs themselves run
 * unconfined: they need the port. With `console` the test is read from a serial port instead (`uart-environment.ts`).
 */
export function createScriptEnvironment(
  profile: ScriptProfile,
  request: EnvironmentRequest,
  deps: BoardTools & { children: ChildRegistry },
): Environment {
  const place = {
    request,
    ...{ exec: deps.exec, children: deps.children },
    noteFile: noteFileFor(deps.home, profile.id),
    maxOutput: profile.testEnd.maxOutputBytes,
  };
  const steps = stepsOf(profile, place);
  const { test, console } = profile;
  if (console !== undefined)
    return onUart(createUartEnvironment({ ...profile, console }, request, steps, deps), request);
  const host = createHostEnvironment({ ...profile, kind: 'host' }, request, deps.exec);
  let runs = 0;
  return {
    start: async (signal) => {
      const may = await steps.agree();
      if (!may.ok) return may;
      return unlessAborted(steps.flash, signal);
    },
    reset: (signal) => unlessAborted(steps.reset, signal),
    run: async (signal, onConsole) => {
      if (test === undefined) return host.run(signal, onConsole);
      runs += 1;
      const limited = { ...test, timeoutSec: Math.min(test.timeoutSec, request.timeoutMs / 1000) };
      return runTest(limited, place, signal, { run: runs, onConsole });
    },
    stop: async () => {
      await host.stop();
      await reapOperation(request.operation);
    },
  };
}

/** Does a step, if the profile has it and nobody has called off the session. */
const unlessAborted = async (step: VendorSteps['flash'], signal: AbortSignal): Promise<Result<void>> => {
  if (signal.aborted) return fail(ABORTED);
  return step === null ? ok(undefined) : step(signal);
};

/** What the programs left running ends with the session. */
const onUart = (uart: Environment, { operation }: EnvironmentRequest): Environment => ({
  ...uart,
  stop: async () => {
    await uart.stop();
    await reapOperation(operation);
  },
});

function stepsOf(profile: ScriptProfile, place: StepPlace & { request: EnvironmentRequest }): VendorSteps {
  const { flash, reset } = profile;
  const { request, noteFile } = place;
  const doing = (step: ScriptStep | undefined, begin?: StepPlace['begin']): VendorSteps['flash'] =>
    step === undefined
      ? null
      : (signal) => unlessAborted(() => doStep(step, { ...place, begin }, signal), signal);
  return {
    alone: (signal) => outlived(noteFile, signal, request.onWaiting ?? (() => undefined)),
    agree: async () =>
      flash === undefined || (await agreed(profile, flash, request)) ? ok(undefined) : fail(DECLINED),
    flash: doing(flash, request.spend),
    reset: doing(reset),
  };
}

const DECLINED: Problem = {
  code: 'FLASH_DECLINED',
  message: 'nobody agreed to flash the board; nothing was written',
};

function agreed(profile: ScriptProfile, step: ScriptStep, request: EnvironmentRequest): Promise<boolean> {
  const asked = {
    board: request.board ? `${profile.title} (${request.board.id})` : profile.title,
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

async function runTest(
  step: ScriptStep,
  place: StepPlace,
  signal: AbortSignal,
  { run, onConsole }: { run: number; onConsole: (bytes: Uint8Array) => void },
): Promise<Result<SessionEnd>> {
  const begun = performance.now();
  const file = join(place.request.sessionDir, `console-${run}.log`);
  const log = openConsoleLog(file, place.maxOutput);
  log.listen(onConsole);
  const end = await performStep(step, place, { signal, log });
  log.close();
  log.assertWhole();
  if (!end.ok) return end;
  const { outcome, cut, exitCode, signal: own } = end.value;
  if (cut === 'aborted') return fail(ABORTED);
  if (outcome !== 'done' && NO_TEST.includes(outcome)) return fail(stepProblem(step, outcome, end.value));
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
