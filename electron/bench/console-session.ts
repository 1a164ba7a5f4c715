import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { openConsoleLog } from './console-log.js';
import { type ConsoleRules, type ConsoleWatch, simpleEnd, watchConsole } from './console-watch.js';
import type { EnvironmentRequest, SessionEnd } from './environment.js';
import { ABORTED, within } from './within.js';

/** What people are told of a console. */
export interface ConsoleProblems {
  /** It said nothing that shows health; `said` holds its last words. */
  silent: (said: string) => Problem;
  /** It was taken away. */
  lost: () => Problem;
}

/** One program on a target, as its console shows it: from its first byte to the end of its test. */
export interface ConsoleSession {
  watch: ConsoleWatch;
  /** The end of the test was told. */
  readonly told: boolean;
  /** Waits for the banner; without one what says nothing is healthy too. Errors: `silent`, `lost`. */
  healthy(signal: AbortSignal): Promise<Result<void>>;
  /** Waits for the end of the test; `onConsole` gets everything from the first byte on. Errors: `lost`. */
  end(signal: AbortSignal, onConsole: (bytes: Uint8Array) => void): Promise<Result<SessionEnd>>;
  /** The last things said, for messages. */
  lastWords(): string;
  /** What is told where the target was taken away. */
  lost(): Problem;
  close(): void;
}

interface Rules extends ConsoleRules {
  health: { banner?: string | undefined; timeoutSec: number };
  testEnd: ConsoleRules['testEnd'] & { maxOutputBytes: number };
}

/** Begins to keep what a target says, in `name` below the session's folder; the time of the test runs from here. */
export function openConsoleSession(
  rules: Rules,
  request: Pick<EnvironmentRequest, 'sessionDir' | 'timeoutMs' | 'quietMs'>,
  name: string,
  problems: ConsoleProblems,
): ConsoleSession {
  const log = openConsoleLog(join(request.sessionDir, name), rules.testEnd.maxOutputBytes);
  const watch = watchConsole(rules, log, request.quietMs);
  const begunAt = performance.now();
  let told = false;
  const close = (): void => {
    watch.close();
    log.close();
  };
  return {
    watch,
    get told() {
      return told;
    },
    healthy: async (signal) => {
      const sign = Promise.race([watch.healthy.then(() => 'healthy' as const), watch.ended]);
      const ms = Math.min(rules.health.timeoutSec * 1000, request.timeoutMs);
      const first = await within(sign, { ms, signal });
      if (first === 'aborted') return fail(ABORTED);
      if (first === 'vanished') return fail(problems.lost());
      if (first === 'healthy' || rules.health.banner === undefined) return ok(undefined);
      return fail(problems.silent(log.lastWords()));
    },
    end: async (signal, onConsole) => {
      log.listen(onConsole);
      const ms = begunAt + request.timeoutMs - performance.now();
      const how = await within(watch.ended, { ms, signal });
      if (how === 'aborted') return fail(ABORTED);
      close();
      told = true;
      if (how === 'vanished') return fail(problems.lost());
      log.assertWhole();
      const ending = how === 'late' ? simpleEnd('timeout') : how;
      const duration_ms = performance.now() - begunAt;
      return ok({ ...ending, consoleFile: log.file, stuckPcs: [], stderr: '', duration_ms });
    },
    lastWords: log.lastWords,
    lost: problems.lost,
    close,
  };
}
