import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { ScriptConsole, ScriptProfile } from '../../../shared/profile/script.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { BoardTools } from '../board/board-target.js';
import { openPortConsole, type SharedConsole } from '../board/shared-console.js';
import type { LentPort } from '../broker/port-client.js';
import { type ConsoleSession, openConsoleSession } from '../console-session.js';
import type { Environment, EnvironmentRequest } from '../environment.js';
import { findBoard } from '../ports/find-board.js';
import { listPorts } from '../ports/list-ports.js';
import { createTyping, type Typing } from '../typing.js';
import { ABORTED } from '../within.js';
import { createDecoder } from './decode.js';
import { oemCodePage } from './oem-code-page.js';

/** How often a port is tried that does not open yet, ms. */
const RETRY_MS = 20;

/** What the vendor's programs do; a step that the profile lacks is null. */
export interface VendorSteps {
  /** Waits for a program of before that still works on the board. */
  alone(signal: AbortSignal): Promise<Result<void>>;
  /** Errors: FLASH_DECLINED. */
  agree(): Promise<Result<void>>;
  flash: ((signal: AbortSignal) => Promise<Result<void>>) | null;
  reset: ((signal: AbortSignal) => Promise<Result<void>>) | null;
}

export type UartProfile = ScriptProfile & { console: ScriptConsole };

/**
 * A board that the vendor's programs flash and whose test is read from its serial port. The port is closed while `flash`
 * runs and opened again at its end, however it ends; the lease of the board stays. What the board says before that is
 * lost, with most drivers: where the profile has a `reset` it is run with the port open, and the console begins there.
 */
export function createUartEnvironment(
  profile: UartProfile,
  request: EnvironmentRequest,
  steps: VendorSteps,
  tools: BoardTools,
): Environment {
  let port: SharedConsole | null = null;
  let session: ConsoleSession | null = null;
  let typing: Typing | null = null;
  let runs = 0;

  const close = (): void => {
    session?.close();
    session = null;
  };
  const letGo = (): void => {
    close();
    port?.close();
    port = null;
  };
  /** What the console says from now on is the test. */
  const begin = async (at: SharedConsole): Promise<ConsoleSession> => {
    await at.heard();
    close();
    runs += 1;
    const begun = openConsoleSession(profile, request, `console-${runs}.log`, {
      silent: (said) => silent(profile, said),
      lost: () => lost(profile),
    });
    session = begun;
    const decoded = await decoder(profile.console, tools);
    const typed = createTyping(request.typed, (bytes) => at.type(bytes));
    typing = typed;
    at.hear(
      (bytes) => {
        const text = decoded(bytes);
        begun.watch.take(text);
        typed.heard(text);
      },
      () => begun.watch.end('vanished'),
    );
    return begun;
  };
  const flash = async (at: SharedConsole, signal: AbortSignal): Promise<Result<ConsoleSession>> => {
    if (steps.flash === null) return ok(await begin(at));
    const lent = await at.lend();
    if (!lent.ok) return lent;
    try {
      const done = await steps.flash(signal);
      const back = await takenBack(lent.value, profile.health.timeoutSec * 1000, signal);
      if (!done.ok) return done;
      return back.ok ? ok(await begin(at)) : fail(notBack(back.error));
    } finally {
      await lent.value.end();
    }
  };
  const reset = async (at: SharedConsole, signal: AbortSignal): Promise<Result<void>> => {
    if (steps.reset === null) throw new Error('a profile without `reset` is flashed anew');
    const begun = await begin(at);
    const done = await steps.reset(signal);
    if (!done.ok) return done;
    typing?.released();
    return begun.healthy(signal);
  };
  const bringUp = async (signal: AbortSignal): Promise<Result<void>> => {
    letGo();
    const alone = await steps.alone(signal);
    if (!alone.ok) return alone;
    const path = await portOf(profile, request);
    if (!path.ok) return path;
    const { encoding: _, ...settings } = profile.console;
    const opened = await openPortConsole(
      settings,
      { id: request.board?.id ?? profile.id, port: path.value },
      tools,
    );
    if (!opened.ok) return opened;
    port = opened.value;
    const agreed = await steps.agree();
    if (!agreed.ok) return agreed;
    const flashed = await flash(opened.value, signal);
    if (!flashed.ok) return flashed;
    if (steps.reset !== null) return reset(opened.value, signal);
    typing?.released();
    return flashed.value.healthy(signal);
  };
  /** A step that fails, or that nobody waits for any more, leaves the port to others. */
  const cleanly = async (signal: AbortSignal, work: () => Promise<Result<void>>): Promise<Result<void>> => {
    let isUp = false;
    try {
      if (signal.aborted) return fail(ABORTED);
      const up = await work();
      isUp = up.ok;
      return up;
    } finally {
      if (!isUp) letGo();
    }
  };
  const again = (signal: AbortSignal): Promise<Result<void>> => {
    const at = port;
    return cleanly(signal, () => (at === null || steps.reset === null ? bringUp(signal) : reset(at, signal)));
  };
  return {
    start: (signal) => cleanly(signal, () => bringUp(signal)),
    reset: again,
    run: async (signal, onConsole) => {
      if (session === null || session.told) {
        const up = await again(signal);
        if (!up.ok) return up;
      }
      if (session === null) throw new Error('a board that was brought up has a session');
      return session.end(signal, onConsole);
    },
    stop: async () => letGo(),
  };
}

/** At once where that works: what the board says meanwhile is lost. A USB port may need a moment to come back. */
async function takenBack(lent: LentPort, ms: number, signal: AbortSignal): Promise<Result<void>> {
  const until = performance.now() + ms;
  for (;;) {
    const back = await lent.takeBack();
    if (back.ok || signal.aborted || performance.now() >= until) return back;
    await delay(RETRY_MS);
  }
}

/** Bytes of the port to the UTF-8 that parsers read. */
async function decoder(
  { encoding }: ScriptConsole,
  { exec }: BoardTools,
): Promise<(bytes: Uint8Array) => Uint8Array> {
  if (encoding === 'utf-8') return (bytes) => bytes;
  const page = encoding === 'oem' ? await oemCodePage(exec, process.platform) : 0;
  const { text } = createDecoder(encoding, page);
  const encoder = new TextEncoder();
  return (bytes) => encoder.encode(text(bytes));
}

async function portOf(profile: UartProfile, { board }: EnvironmentRequest): Promise<Result<string>> {
  if (profile.consoleAt === undefined) return board?.port ? ok(board.port) : fail(noPort(profile));
  const listed = await listPorts();
  if (!listed.ok) return listed;
  const found = await findBoard(profile.consoleAt, listed.value, 'port');
  if (!found.ok) return found;
  return found.value.path === null ? fail(noPort(profile)) : ok(found.value.path);
}

const noPort = ({ id }: UartProfile): Problem => ({
  code: 'PORT_NOT_FOUND',
  message: 'the board has no serial port of its own, so its console cannot be read',
  where: `profile ${id}`,
  next: 'say in the profile which port the console is: `consoleAt`',
});

const notBack = (problem: Problem): Problem => ({
  ...problem,
  message: `the console's port could not be opened again after the script: ${inEnglish(problem.message)}`,
  next: 'let the script end only when it has closed the port, and start nothing that keeps it open',
});

const silent = ({ id, health }: UartProfile, said: string): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: `the banner ${JSON.stringify(health.banner ?? '')} did not appear${said === '' ? '; the board said nothing' : `; last output: ${said}`}`,
  where: `profile ${id}`,
  next: 'check `console` (baud, encoding) and the health check in the profile; what the board says before its port is open again is lost, unless `reset` starts it',
});

const lost = ({ id }: UartProfile): Problem => ({
  code: 'ENV_ERROR',
  message: "the console's port was unplugged",
  where: `profile ${id}`,
  next: 'plug it in again',
});
