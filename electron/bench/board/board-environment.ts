import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { openConsoleLog } from '../console-log.js';
import { simpleEnd, watchConsole } from '../console-watch.js';
import type { Environment, EnvironmentRequest, SessionEnd } from '../environment.js';
import { openBoardStore } from '../flash/board-store.js';
import { loadImage } from '../image/load-image.js';
import { ABORTED, within } from '../within.js';
import type { BoardTarget, BoardTools } from './board-target.js';
import { type BoardAtHand, flashNow, resetNow } from './flash-now.js';
import { openConsole, type SharedConsole } from './shared-console.js';

interface Session {
  watch: ReturnType<typeof watchConsole>;
  log: ReturnType<typeof openConsoleLog>;
  begunAt: number;
  told: boolean;
}

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
  let session: Session | null = null;
  let runs = 0;

  /** What the program before said is over: a flasher takes the port once to look and once to write. */
  const begin = (): void => {
    end();
    runs += 1;
    const log = openConsoleLog(
      join(request.sessionDir, `console-${runs}.log`),
      profile.testEnd.maxOutputBytes,
    );
    const watch = watchConsole(profile, log, request.quietMs);
    session = { watch, log, begunAt: performance.now(), told: false };
    shared?.hear(watch.take, () => watch.end('vanished'));
  };
  const end = (): void => {
    session?.watch.close();
    session?.log.close();
    session = null;
  };
  const flash = async (at: BoardAtHand): Promise<Result<void>> => {
    const image = await loadImage(request.image ?? '');
    return image.ok ? flashNow(at, { image: image.value, always: false, good: true }) : image;
  };
  const bringUp = async (by: typeof flash, signal: AbortSignal): Promise<Result<void>> => {
    if (signal.aborted) return fail(ABORTED);
    letGo();
    const opened = await openConsole(profile, board, tools);
    if (!opened.ok) return opened;
    shared = opened.value;
    const up = await by({ profile, request, board, store, port: opened.value, tools, signal, begin });
    if (!up.ok) return up;
    return session === null ? fail(silent(profile)) : healthy(profile, request, session, signal);
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
      return awaitEnd(profile, session, request, { signal, onConsole });
    },
    stop: async () => letGo(),
  };
}

async function healthy(
  profile: BoardProfile,
  request: EnvironmentRequest,
  session: Session,
  signal: AbortSignal,
): Promise<Result<void>> {
  const sign = Promise.race([session.watch.healthy.then(() => 'healthy' as const), session.watch.ended]);
  const ms = Math.min(profile.health.timeoutSec * 1000, request.timeoutMs);
  const first = await within(sign, { ms, signal });
  if (first === 'aborted') return fail(ABORTED);
  if (first === 'vanished') return fail(lost(profile));
  if (first === 'healthy' || profile.health.banner === undefined) return ok(undefined);
  return fail(silent(profile, session.log.lastWords()));
}

async function awaitEnd(
  profile: BoardProfile,
  session: Session,
  request: EnvironmentRequest,
  { signal, onConsole }: { signal: AbortSignal; onConsole: (bytes: Uint8Array) => void },
): Promise<Result<SessionEnd>> {
  const { watch, log, begunAt } = session;
  log.listen(onConsole);
  const ms = begunAt + request.timeoutMs - performance.now();
  const how = await within(watch.ended, { ms, signal });
  if (how === 'aborted') return fail(ABORTED);
  watch.close();
  log.close();
  session.told = true;
  if (how === 'vanished') return fail(lost(profile));
  log.assertWhole();
  const ending = how === 'late' ? simpleEnd('timeout') : how;
  const duration_ms = performance.now() - begunAt;
  return ok({ ...ending, consoleFile: log.file, stuckPcs: [], stderr: '', duration_ms });
}

const silent = (profile: BoardProfile, said = ''): Problem => ({
  code: 'TEST_ENV_FAILURE',
  message: `the banner ${JSON.stringify(profile.health.banner ?? '')} did not appear${said === '' ? '; the board said nothing' : `; last output: ${said}`}`,
  where: `profile ${profile.id}`,
  next: 'check the console settings and the health check in the profile',
});

const lost = (profile: BoardProfile): Problem => ({
  code: 'ENV_ERROR',
  message: 'the board was unplugged',
  where: `profile ${profile.id}`,
  next: 'plug it in again',
});
