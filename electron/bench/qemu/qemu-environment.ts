import { join } from 'node:path';
import { fail, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';
import type { TestEnd } from '../../../shared/results.js';
import { openConsoleLog } from '../console-log.js';
import type { Environment, EnvironmentRequest } from '../environment.js';
import { ABORTED } from '../within.js';
import { checkImage } from './image.js';
import { type Machine, startMachine } from './machine.js';
import { awaitEnd, openSession, release, type Session } from './session.js';
import { halt } from './watch.js';

/** Ends of targets that go on printing. */
const ENDLESS: ReadonlySet<TestEnd> = new Set(['output-limit', 'boot-loop']);

/** One QEMU target between its calls. */
interface Target {
  profile: QemuProfile;
  request: EnvironmentRequest;
  exec: Exec;
  machine: Machine | null;
  session: Session | null;
  runs: number;
}

/**
 * A target simulated by QEMU; see `Environment` for what each call owes. The console of the n-th run lies in
 * `console-<n>.log` below the session's folder. The test's time limit counts from the release of the target. A `run`
 * that follows another without a `reset` resets first.
 */
export function createQemuEnvironment(
  profile: QemuProfile,
  request: EnvironmentRequest,
  exec: Exec,
): Environment {
  const target: Target = { profile, request, exec, machine: null, session: null, runs: 0 };
  return {
    start: (signal) => guarded(target, signal, powerOn),
    reset: (signal) => guarded(target, signal, reset),
    run: async (signal, onConsole) => {
      if (target.session === null || target.session.told) {
        const again = await guarded(target, signal, reset);
        if (!again.ok) return again;
      }
      if (target.session === null) throw new Error('a target that was reset has no session');
      const end = await awaitEnd(target.session, request, signal, onConsole);
      if (!end.ok) await powerOff(target, 'kill');
      return end;
    },
    stop: () => powerOff(target, target.session?.told ? 'kill' : 'quit'),
  };
}

/** A step that fails leaves no simulator behind. */
async function guarded(
  target: Target,
  signal: AbortSignal,
  step: (target: Target, signal: AbortSignal) => Promise<Result<void>>,
): Promise<Result<void>> {
  const done = signal.aborted ? fail(ABORTED) : await step(target, signal);
  if (!done.ok) await powerOff(target, 'kill');
  return done;
}

async function powerOn(target: Target, signal: AbortSignal): Promise<Result<void>> {
  const image = target.request.image ?? '';
  const checked = checkImage(image, target.profile.binary);
  if (!checked.ok) return checked;
  const started = await startMachine(target.profile, { ...target.request, image }, target.exec, signal);
  if (!started.ok) return started;
  target.machine = started.value;
  return begin(target, target.machine, signal);
}

/** Watches a machine that stands still, then releases it. */
function begin(target: Target, machine: Machine, signal: AbortSignal): Promise<Result<void>> {
  const { profile, request } = target;
  target.runs += 1;
  const file = join(request.sessionDir, `console-${target.runs}.log`);
  target.session = openSession(
    machine,
    profile,
    openConsoleLog(file, profile.testEnd.maxOutputBytes),
    request,
  );
  return release(target.session, profile, request, signal);
}

/** The ladder: QEMU's own reset, then quit, then kill, and a new process. */
async function reset(target: Target, signal: AbortSignal): Promise<Result<void>> {
  if (target.machine !== null && (await softReset(target.machine, target.session))) {
    target.session?.close();
    return begin(target, target.machine, signal);
  }
  await powerOff(target, 'quit');
  return powerOn(target, signal);
}

/** False where QEMU does not answer, or where a flooded console could leak into the next run. */
async function softReset(machine: Machine, session: Session | null): Promise<boolean> {
  session?.watch.close();
  if (flooded(session)) return false;
  // what the last run printed is read and dropped, and is not taken for the next one's
  return (await halt(machine)) && (await machine.qmp.command('system_reset')).ok;
}

const flooded = (session: Session | null): boolean =>
  typeof session?.end === 'object' && session.end !== null && ENDLESS.has(session.end.ended_by);

async function powerOff(target: Target, how: 'quit' | 'kill'): Promise<void> {
  const { machine, session } = target;
  target.machine = null;
  target.session = null;
  await machine?.[how]();
  session?.close();
}
