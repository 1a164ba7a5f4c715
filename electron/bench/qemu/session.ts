import { performance } from 'node:perf_hooks';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { QemuProfile } from '../../../shared/profile.js';
import type { TestEnd } from '../../../shared/results.js';
import type { ConsoleLog } from '../console-log.js';
import type { Ending } from '../console-watch.js';
import type { EnvironmentRequest, SessionEnd } from '../environment.js';
import { createTyping, type Typing } from '../typing.js';
import { ABORTED, within } from '../within.js';
import type { Machine } from './machine.js';
import type { Qmp } from './qmp.js';
import { sampleProgramCounter, standsInFault } from './stuck.js';
import { type Watch, watchTarget } from './watch.js';

/** A target from one release to the end of its test. */
export interface Session {
  machine: Machine;
  watch: Watch;
  typing: Typing;
  log: ConsoleLog;
  releasedAt: number;
  /** How often the machine had asked for a command before. */
  commandsBefore: number;
  /** As soon as the target has come to an end by itself. */
  end: Ending | 'vanished' | null;
  /** `run` has told the end: the result is known. */
  told: boolean;
  close(): void;
}

/** Watches a machine that stands still. */
export function openSession(
  machine: Machine,
  profile: QemuProfile,
  log: ConsoleLog,
  { quietMs, typed }: Pick<EnvironmentRequest, 'quietMs' | 'typed'>,
): Session {
  const watch = watchTarget(machine, profile, log, quietMs);
  const typing = createTyping(typed, (bytes) => machine.console.write(bytes));
  machine.console.on('data', typing.heard);
  const close = () => {
    watch.close();
    machine.console.off('data', typing.heard);
    log.close();
  };
  const commandsBefore = machine.hostCalls.commands();
  const session: Session = {
    machine,
    watch,
    typing,
    log,
    releasedAt: 0,
    commandsBefore,
    end: null,
    told: false,
    close,
  };
  void watch.ended.then((end) => {
    session.end = end;
  });
  return session;
}

/** Lets the target run and waits for its first sign of life, as `Environment.start` says. */
export async function release(
  session: Session,
  profile: QemuProfile,
  request: EnvironmentRequest,
  signal: AbortSignal,
): Promise<Result<void>> {
  session.releasedAt = performance.now();
  const released = await session.machine.qmp.command('cont');
  if (!released.ok && released.error.why !== 'closed') {
    return fail(sick(profile, `the simulator does not let the target run: ${released.error.desc}`, session));
  }
  const { watch, typing } = session;
  typing.released();
  const sign = Promise.race([watch.healthy.then(() => 'healthy' as const), watch.ended]);
  const ms = Math.min(profile.health.timeoutSec * 1000, request.timeoutMs);
  const first = await within(sign, { ms, signal });
  if (first === 'aborted') return fail(ABORTED);
  if (first === 'vanished') return fail(sick(profile, 'somebody ended the simulator', session));
  if (first === 'healthy' || profile.health.banner === undefined) return ok(undefined);
  const how = first === 'late' ? `within ${ms / 1000} s` : `before the target ended by ${first.ended_by}`;
  return fail(sick(profile, `the banner "${profile.health.banner}" did not appear ${how}`, session));
}

/** Waits for the end of the test, at most until the request's time limit. */
export async function awaitEnd(
  session: Session,
  request: EnvironmentRequest,
  signal: AbortSignal,
  onConsole: (bytes: Uint8Array) => void,
): Promise<Result<SessionEnd>> {
  session.log.listen(onConsole);
  const ms = session.releasedAt + request.timeoutMs - performance.now();
  const end = await within(session.watch.ended, { ms, signal });
  if (end === 'aborted') return fail(ABORTED);
  if (end === 'vanished') return fail(lost(session));
  session.told = true;
  const duration_ms = performance.now() - session.releasedAt;
  const { qmp } = session.machine;
  const how = await unlessFaulted(qmp, end === 'late' ? { ...NO_CODE, ended_by: 'timeout' } : end);
  const stuckPcs = STANDS.has(how.ended_by) && how.signal === null ? await sampleProgramCounter(qmp) : [];
  // it must not go on computing; `reset` lets it run again
  void qmp.command('stop');
  session.close();
  session.log.assertWhole();
  return ok({
    ...how,
    consoleFile: session.log.file,
    stuckPcs,
    stderr: session.machine.stderr(),
    duration_ms,
    ...(session.machine.hostCalls.commands() > session.commandsBefore ? { askedForCommand: true } : {}),
  });
}

const NO_CODE = { exit_code: null, signal: null };

/** Ends at which the target stands somewhere that is worth telling. */
const STANDS: ReadonlySet<TestEnd> = new Set(['timeout', 'silence', 'crash']);

/** A target that has said its final line and stands in a fault handler did not end well, whatever it said. */
async function unlessFaulted(qmp: Qmp, ending: Ending): Promise<Ending> {
  const faulted = ending.ended_by === 'pattern' && (await standsInFault(qmp));
  return faulted ? { ...NO_CODE, ended_by: 'crash' } : ending;
}

function sick(profile: QemuProfile, what: string, session: Session): Problem {
  const said = session.log.lastWords() || session.machine.stderr().trim();
  return {
    code: 'TEST_ENV_FAILURE',
    message: said === '' ? `${what}; the target said nothing` : `${what}; last output: ${said}`,
    where: `profile ${profile.id}`,
    next: 'check the image, and health and uart in the profile',
  };
}

const lost = (session: Session): Problem => ({
  code: 'ENV_ERROR',
  message: `the simulator was ended from outside. ${session.machine.stderr().trim()}`.trim(),
  next: 'start the session again; the kernel ends programs when memory runs out',
});
