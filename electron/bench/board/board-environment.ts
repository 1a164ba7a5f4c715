import { join } from 'node:path';
import { fail, type Problem, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { type ConsoleSession, openConsoleSession } from '../console-session.js';
import type { Environment, EnvironmentRequest } from '../environment.js';
import { openBoardStore } from '../flash/board-store.js';
import { ofBoard } from '../image/load-image.js';
import { loadWithSymbols } from '../image/symbol-store.js';
import { createTyping, type Typing } from '../typing.js';
import { ABORTED } from '../within.js';
import type { BoardTarget, BoardTools } from './board-target.js';
import { type BoardAtHand, flashNow, resetNow } from './flash-now.js';
import { openConsole, type SharedConsole } from './shared-console.js';

/**
 * A board on the desk. `start` flashes it through its port and hands the port to the console without closing it: the
 * first byte of the new program is the first of the console. See `Environment` for what each call owes.
 */
export function createBoardEnvironment(
  profile: BoardProfile,
  request: EnvironmentRequest,
  board: BoardTarget,
  tools: BoardTools,
): Environment {
  const store = openBoardStore(join(tools.home, 'boards'), board.id);
  let shared: SharedConsole | null = null;
  let session: ConsoleSession | null = null;
  let typing: Typing | null = null;
  let runs = 0;

  /** What the program before said is over: a flasher takes the port once to look and once to write. */
  const begin = (): void => {
    end();
    runs += 1;
    session = openConsoleSession(profile, request, `console-${runs}.log`, {
      silent: (said) => silent(profile, said),
      lost: () => lost(profile),
    });
    const { watch } = session;
    const at = shared;
    const typed = createTyping(request.typed, (bytes) => at?.type(bytes));
    typing = typed;
    const take = (bytes: Uint8Array): void => {
      watch.take(bytes);
      typed.heard(bytes);
    };
    at?.hear(take, () => watch.end('vanished'));
  };
  const end = (): void => {
    session?.close();
    session = null;
  };
  const flash = async (at: BoardAtHand): Promise<Result<unknown>> => {
    const image = await loadWithSymbols(tools.home, request.image ?? '', ofBoard(profile));
    return image.ok ? flashNow(at, { image: image.value, always: false, good: true }) : image;
  };
  const bringUp = async (by: typeof flash, signal: AbortSignal): Promise<Result<void>> => {
    if (signal.aborted) return fail(ABORTED);
    letGo();
    if (board.port === null) return fail(deaf(profile));
    const opened = await openConsole(profile, board, tools);
    if (!opened.ok) return opened;
    shared = opened.value;
    const at = { profile, request, board, store, port: opened.value, tools, signal, begin };
    const up = await by({ ...at, onProgress: request.onFlash });
    if (!up.ok) return up;
    if (shared.tuneIn !== undefined) {
      begin();
      const tuned = await shared.tuneIn();
      if (!tuned.ok) return tuned;
    }
    typing?.released();
    return session === null ? fail(silent(profile)) : session.healthy(signal);
  };
  const letGo = (): void => {
    end();
    shared?.close();
    shared = null;
  };
  /** A step that fails, or that nobody waits for any more, leaves the port to others. */
  const cleanly =
    (by: typeof flash) =>
    async (signal: AbortSignal): Promise<Result<void>> => {
      let up = false;
      try {
        const done = await bringUp(by, signal);
        up = done.ok;
        return done;
      } finally {
        if (!up) letGo();
      }
    };
  return {
    start: cleanly(flash),
    reset: cleanly(resetNow),
    run: async (signal, onConsole) => {
      if (session === null || session.told) {
        const again = await cleanly(flash)(signal);
        if (!again.ok) return again;
      }
      if (session === null) throw new Error('a board that was brought up has no session');
      const ended = await session.end(signal, onConsole);
      if (!ended.ok) letGo();
      return ended;
    },
    stop: async () => letGo(),
  };
}

const silent = (profile: BoardProfile, said = ''): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: `the banner ${JSON.stringify(profile.health.banner ?? '')} did not appear${said === '' ? '; the board said nothing' : `; last output: ${said}`}`,
  where: `profile ${profile.id}`,
  next: 'check the console settings and the health check in the profile',
});

const deaf = (profile: BoardProfile): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: 'the board has no console, so nothing can be learnt from its tests',
  where: `profile ${profile.id}`,
  next: 'say in the profile which port the console is: `consoleAt`',
});

const lost = (profile: BoardProfile): Problem => ({
  code: 'ENV_ERROR',
  message: 'the board was unplugged',
  where: `profile ${profile.id}`,
  next: 'plug it in again',
});
