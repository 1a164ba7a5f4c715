import type { Result } from '../../shared/problem.js';
import type { Location, TestEnd } from '../../shared/results.js';

/** What a session needs; `workTree` and `image` are absolute. */
export interface EnvironmentRequest {
  operation: string;
  /** Absolute path of the image to run (QEMU); absent on `host`. */
  image?: string;
  /** The test program, for `host`. */
  command?: readonly string[];
  /** Case names to append to `command`. */
  select?: readonly string[];
  workTree: string;
  /** Where sockets and the raw console file go; exists, belongs to this session alone. */
  sessionDir: string;
  timeoutMs: number;
}

export interface SessionEnd {
  ended_by: TestEnd;
  exit_code: number | null;
  /** Raw bytes as the target sent them, in a file below `sessionDir`. */
  consoleFile: string;
  /** Program counter and lines at a hang, where the target can tell. */
  stuck_at?: Location;
  duration_ms: number;
}

/**
 * One target, from allocation to teardown. Calls come in this order: `start`, `run`, then any of
 * `reset`, `run` again, and always `stop`, which never fails and leaves no process behind.
 *
 * - `start` brings the target up to the point where not one console byte has been lost: QEMU stopped
 *   before its first instruction with its console attached. Errors: TEST_ENV_FAILURE, and
 *   TOOLCHAIN_MISSING where the simulator is not installed (with the install command).
 * - `run` lets it go, waits for the health check, then for the end of the test. A target that never
 *   says anything is ENV_ERROR; a test that hangs, crashes or floods is a result, not an error.
 * - Aborting the signal ends the session within the teardown time.
 */
export interface Environment {
  start(signal: AbortSignal): Promise<Result<void>>;
  run(signal: AbortSignal, onConsole: (bytes: Uint8Array) => void): Promise<Result<SessionEnd>>;
  reset(signal: AbortSignal): Promise<Result<void>>;
  stop(): Promise<void>;
}
