import { setImmediate as turn } from 'node:timers/promises';
import type { ExecResult } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';
import type { ConsoleLog } from '../console-log.js';
import { type ConsoleWatch, type Ending, simpleEnd, watchConsole } from '../console-watch.js';
import { within } from '../within.js';
import type { Machine } from './machine.js';

/** QEMU has gone; its last bytes are still in the socket. */
const DRAIN_MS = 1000;

/** A target that resets itself so often boots for ever. Tests that need a few resets stay below. */
const MANY_RESETS = 10;

/** Signals that firmware cannot make QEMU die of: somebody else ended it. */
const FOREIGN: readonly (string | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

export type Watch = Pick<ConsoleWatch, 'healthy' | 'ended' | 'close'>;

/**
 * Watches a target from before its release until it ends its test or is given up. What it says is logged by us, not by
 * QEMU's `logfile`.
 */
export function watchTarget(
  machine: Machine,
  profile: QemuProfile,
  log: ConsoleLog,
  quietMs?: number,
): Watch {
  const watch = watchConsole(profile, log, quietMs);
  const close = () => {
    watch.close();
    machine.console.off('data', watch.take);
  };
  machine.console.on('data', watch.take);
  watchEvents(machine, watch.end);
  void machine.ended.then(async (result) => {
    await within(drained(machine), { ms: DRAIN_MS });
    watch.end(endOfProcess(result));
  });
  void watch.ended.then(close);
  return { healthy: watch.healthy, ended: watch.ended, close };
}

function endOfProcess(result: ExecResult): Ending | 'vanished' {
  if (result.ended === 'exit') return { ...simpleEnd('exit'), exit_code: result.exitCode };
  if (result.ended === 'output-limit') return simpleEnd('output-limit');
  if (result.ended !== 'signal' || FOREIGN.includes(result.signal)) return 'vanished';
  return { ...simpleEnd('crash'), signal: result.signal };
}

/** QEMU tells of resets that the guest asked for, of panics, and of a host that ends it (QMP reference). */
function watchEvents(machine: Machine, end: ConsoleWatch['end']): void {
  let resets = 0;
  machine.qmp.onEvent(({ event, data }) => {
    if (event === 'RESET' && data.guest === true) resets += 1;
    if (event === 'SHUTDOWN' && data.reason === 'host-signal') end('vanished');
    // the event may overtake the last bytes of the console
    if (event === 'GUEST_PANICKED') void halt(machine).then(() => end(simpleEnd('crash')));
    if (resets === MANY_RESETS) void halt(machine).then(() => end(simpleEnd('boot-loop')));
  });
}

/** Stops the target and lets all that it printed be read; false where QEMU does not answer. */
export async function halt(machine: Machine): Promise<boolean> {
  const stopped = await machine.qmp.command('stop');
  // by now it is in the socket: a few turns of the event loop read it
  for (let i = 0; i < 4; i++) await turn();
  return stopped.ok;
}

const drained = (machine: Machine) =>
  new Promise<void>((resolve) => {
    if (machine.console.closed) resolve();
    else machine.console.once('close', () => resolve());
  });
