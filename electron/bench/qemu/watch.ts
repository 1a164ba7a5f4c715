import { setImmediate as turn } from 'node:timers/promises';
import type { ExecResult } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';
import type { ConsoleLog } from '../console-log.js';
import type { SessionEnd } from '../environment.js';
import { within } from '../within.js';
import { createBootLoop } from './boot-loop.js';
import { createFinalLine } from './final-line.js';
import type { Machine } from './machine.js';

/**
 * After the final line, or after an unfinished one that would be it: so long without a byte ends the test, where the
 * request says nothing else. A second test program in the image may begin a little later, and fail.
 */
const QUIET_MS = 1000;

/** A target that goes on talking after its final line is heard so long, and so many times as long as it may pause. */
const EPILOGUE_MS = 1000;
const EPILOGUE_PAUSES = 2;

/** QEMU has gone; its last bytes are still in the socket. */
const DRAIN_MS = 1000;

/** A target that resets itself so often boots for ever. Tests that need a few resets stay below. */
const MANY_RESETS = 10;

/** Signals that firmware cannot make QEMU die of: somebody else ended it. */
const FOREIGN: readonly (string | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

export type Ending = Pick<SessionEnd, 'ended_by' | 'exit_code' | 'signal'>;

export interface Watch {
  /** The target has said its banner, or without one anything at all. */
  healthy: Promise<void>;
  /** How the target ended its test; `vanished` where somebody else ended the simulator. */
  ended: Promise<Ending | 'vanished'>;
  /** Stops watching; what the target says from now on is dropped. */
  close(): void;
}

type End = (ending: Ending | 'vanished') => void;

/**
 * Watches a target from before its release until it ends its test or is given up. Every byte goes to `log`: by us,
 * not by QEMU's `logfile`, so that the file holds exactly what was judged.
 */
export function watchTarget(
  machine: Machine,
  profile: QemuProfile,
  log: ConsoleLog,
  quietMs = QUIET_MS,
): Watch {
  const [ended, end] = once<Ending | 'vanished'>();
  const [healthy, greet] = once<void>();
  const quiet = watchSilence(profile.testEnd, quietMs, end);
  const boots = createBootLoop();
  const seen = bannerSeen(profile.health.banner);
  const take = (chunk: Buffer) => {
    const taken = log.append(chunk);
    if (seen(taken)) greet();
    quiet.heard(taken);
    // what repeats behind a final line is a test that runs again: its cases come twice, which says more
    if (boots.feed(taken) && !quiet.final()) end(simple('boot-loop'));
    if (taken.length < chunk.length) end(simple('output-limit'));
  };
  const close = () => {
    quiet.stop();
    machine.console.off('data', take);
  };
  machine.console.on('data', take);
  watchEvents(machine, end);
  void machine.ended.then(async (result) => {
    await within(drained(machine), { ms: DRAIN_MS });
    end(endOfProcess(result));
  });
  void ended.then(close);
  return { healthy, ended, close };
}

const simple = (ended_by: Ending['ended_by']): Ending => ({ ended_by, exit_code: null, signal: null });

function endOfProcess(result: ExecResult): Ending | 'vanished' {
  if (result.ended === 'exit') return { ...simple('exit'), exit_code: result.exitCode };
  if (result.ended === 'output-limit') return simple('output-limit');
  if (result.ended !== 'signal' || FOREIGN.includes(result.signal)) return 'vanished';
  return { ...simple('crash'), signal: result.signal };
}

/** QEMU tells of resets that the guest asked for, of panics, and of a host that ends it (QMP reference). */
function watchEvents(machine: Machine, end: End): void {
  let resets = 0;
  machine.qmp.onEvent(({ event, data }) => {
    if (event === 'RESET' && data.guest === true) resets += 1;
    if (event === 'SHUTDOWN' && data.reason === 'host-signal') end('vanished');
    // the event may overtake the last bytes of the console
    if (event === 'GUEST_PANICKED') void halt(machine).then(() => end(simple('crash')));
    if (resets === MANY_RESETS) void halt(machine).then(() => end(simple('boot-loop')));
  });
}

/** Stops the target and lets all that it printed be read; false where QEMU does not answer. */
export async function halt(machine: Machine): Promise<boolean> {
  const stopped = await machine.qmp.command('stop');
  // by now it is in the socket: a few turns of the event loop read it
  for (let i = 0; i < 4; i++) await turn();
  return stopped.ok;
}

/** Ends by quiet: briefly after a final line, by the profile's silence after any other. */
function watchSilence(rules: QemuProfile['testEnd'], quietMs: number, end: End) {
  const line = createFinalLine(rules.pattern);
  let final = false;
  const timers: NodeJS.Timeout[] = [];
  const later = (ms: number, done: () => void) => {
    const timer = setTimeout(done, ms);
    timers.push(timer);
    return timer;
  };
  let pause: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  const heard = (bytes: Uint8Array) => {
    if (line.feed(bytes) && !final) {
      final = true;
      later(Math.max(EPILOGUE_MS, EPILOGUE_PAUSES * quietMs), () => end(simple('pattern')));
    }
    pause ??= later(quietMs, () => (final || line.tail()) && end(simple('pattern')));
    silence ??= later(rules.silenceSec * 1000, () =>
      end(simple(final || line.tail() ? 'pattern' : 'silence')),
    );
    pause.refresh();
    silence.refresh();
  };
  return { heard, final: () => final, stop: () => timers.forEach(clearTimeout) };
}

function bannerSeen(banner: string | undefined): (chunk: Uint8Array) => boolean {
  if (banner === undefined) return () => true;
  const wanted = Buffer.from(banner);
  let recent = Buffer.alloc(0);
  return (chunk) => {
    const text = Buffer.concat([recent, chunk]);
    recent = text.subarray(-wanted.length);
    return text.includes(wanted);
  };
}

const drained = (machine: Machine) =>
  new Promise<void>((resolve) => {
    if (machine.console.closed) resolve();
    else machine.console.once('close', () => resolve());
  });

function once<T>(): [promise: Promise<T>, settle: (value: T) => void] {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return [promise, settle];
}
