import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Exec, ExecResult } from '../../../shared/process.js';
import type { HostProfile } from '../../../shared/profile.js';
import type { TestEnd } from '../../../shared/results.js';
import { type ConsoleLog, openConsoleLog } from '../console-log.js';
import type { Environment, EnvironmentRequest, SessionEnd } from '../environment.js';
import { ABORTED } from '../within.js';
import { signalBelow } from './death.js';
import { whyUnrunnable } from './unrunnable.js';

/** What the end of the program means for the test; the rest are errors of the environment. */
const ENDS: Partial<Record<ExecResult['ended'], TestEnd>> = {
  exit: 'exit',
  signal: 'crash',
  timeout: 'timeout',
  'output-limit': 'output-limit',
};

/** A shell complains about a program that it cannot run in its first lines, and make of one that died in its last. */
const MAX_SHELL_BYTES = 4096;

/**
 * This computer as the target: each `run` starts the test program, confined to the work tree, and its end is the end of
 * the test; silence and patterns play no part. Both output streams make the console, in the order of writing.
 */
export function createHostEnvironment(
  profile: HostProfile,
  request: EnvironmentRequest,
  exec: Exec,
): Environment {
  let runs = 0;
  let ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const run: Environment['run'] = async (signal, onConsole) => {
    runs += 1;
    ending = new AbortController();
    const file = join(request.sessionDir, `console-${runs}.log`);
    const log = openConsoleLog(file, profile.testEnd.maxOutputBytes);
    log.listen(onConsole);
    const program = runProgram(profile, request, exec, log, AbortSignal.any([signal, ending.signal]));
    running = program;
    const result = await program;
    log.close();
    log.assertWhole();
    return judge(result, request, log.file);
  };
  return {
    start: async (signal) => ready(request, signal),
    reset: async (signal) => ready(request, signal),
    run,
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

function ready(request: EnvironmentRequest, signal: AbortSignal): Result<void> {
  if (signal.aborted) return fail(ABORTED);
  if (request.command !== undefined) return ok(undefined);
  return fail({
    code: 'TEST_ENV_FAILURE',
    message: 'there is no test program to run',
    next: 'set test.command in the task: on a host profile the test is a program',
  });
}

const runProgram = (
  profile: HostProfile,
  request: EnvironmentRequest,
  exec: Exec,
  log: ConsoleLog,
  signal: AbortSignal,
): Promise<ExecResult> =>
  exec({
    argv: [...(request.command ?? []), ...(request.select ?? [])],
    cwd: request.workTree,
    timeoutMs: request.timeoutMs,
    maxOutputBytes: profile.testEnd.maxOutputBytes,
    maxWrittenBytes: request.maxWrittenBytes,
    operation: request.operation,
    env: request.env,
    confine: { writable: [request.workTree] },
    mergeOutput: true,
    repeats: request.env === undefined, // what is set up ahead has the variables of this one
    signal,
    onOutput: (chunk) => log.append(chunk),
  });

function judge(result: ExecResult, request: EnvironmentRequest, consoleFile: string): Result<SessionEnd> {
  if (result.ended === 'aborted') return fail(ABORTED);
  if (result.overrun) return fail(result.overrun);
  const said = Buffer.from(result.stdout.subarray(0, MAX_SHELL_BYTES)).toString();
  const why = whyUnrunnable(request.command?.[0] ?? '', request.workTree, result, said);
  const ended_by = ENDS[result.ended];
  if (why !== null || ended_by === undefined) return fail(why ?? ABORTED);
  const { exitCode: exit_code, durationMs: duration_ms } = result;
  const last = Buffer.from(result.stdout.subarray(-MAX_SHELL_BYTES)).toString();
  const below = ended_by === 'exit' ? signalBelow(exit_code, last) : null;
  const signal = ended_by === 'crash' ? result.signal : below;
  const end = { exit_code, signal, consoleFile, stuckPcs: [], stderr: '', duration_ms };
  return ok({ ...end, ended_by: below === null ? ended_by : 'crash' });
}
