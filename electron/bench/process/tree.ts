import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Between TERM, which lets a tool remove its temporary files, and KILL, which it cannot refuse. */
const TERM_MS = 500;

/**
 * Ends a process and all it started: TERM to its group, KILL after a bound. `pid` leads its own group (or, confined, is
 * bubblewrap, with which its whole pid namespace dies). `gone` settles when the process has ended. On Windows
 * `taskkill /T /F` ends the tree at once: console programs there know no TERM.
 *
 * @param inner the first process of the namespace, where `pid` is bubblewrap: ended first, so that bubblewrap reaps it. Were
 *   bubblewrap killed, a container whose process 1 reaps nobody would keep it as a zombie.
 */
export async function endTree(
  pid: number,
  gone: Promise<unknown>,
  inner: number | null = null,
): Promise<void> {
  if (process.platform === 'win32') return killTree(pid);
  if (inner === null) sendSignal(-pid, 'SIGTERM');
  else sendSignal(inner, 'SIGKILL');
  const timer = new AbortController();
  const patience = delay(TERM_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([gone, patience]);
  timer.abort();
  // again even if the leader has gone: others of its group may have refused TERM
  killGroup(pid);
  await gone;
}

/** Ends a process at once, and with it the group that it may lead; on Windows all that it started. */
export async function killTree(pid: number): Promise<void> {
  if (process.platform === 'win32') {
    await new Promise<void>((done) => execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => done()));
    // where there is no taskkill at least the process itself
    sendSignal(pid, 'SIGKILL');
    return;
  }
  sendSignal(-pid, 'SIGKILL');
  sendSignal(pid, 'SIGKILL');
}

/** Ends what is left of a process group whose leader may have gone already; nothing to do on Windows. */
export function killGroup(pid: number): void {
  if (process.platform !== 'win32') sendSignal(-pid, 'SIGKILL');
}

/** A negative pid means the group. It is no error that nobody is there any more. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // EPERM: macOS says so of a group in which only zombies are left
    const nobodyLeft =
      error instanceof Error && 'code' in error && /^(ESRCH|EPERM)$/.test(String(error.code));
    if (!nobodyLeft) throw error;
  }
}
