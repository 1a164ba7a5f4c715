import type { TestEnd } from '../../shared/results.js';
import { createBootLoop } from './boot-loop.js';
import type { ConsoleLog } from './console-log.js';
import type { SessionEnd } from './environment.js';
import { createFinalLine } from './final-line.js';
import { textSeen } from './typing.js';

/**
 * After the final line, or after an unfinished one that would be it: so long without a byte ends the test, where the
 * request says nothing else. A second test program in the image may begin a little later, and fail.
 */
const QUIET_MS = 1000;

/** A target that goes on talking after its final line is heard so long, and so many times as long as it may pause. */
const EPILOGUE_MS = 1000;
const EPILOGUE_PAUSES = 2;

export type Ending = Pick<SessionEnd, 'ended_by' | 'exit_code' | 'signal'>;

/** What a profile says of its console. */
export interface ConsoleRules {
  health: { banner?: string | undefined };
  testEnd: { pattern?: string | undefined; silenceSec: number };
}

export interface ConsoleWatch {
  /** The target has said its banner, or without one anything at all. */
  healthy: Promise<void>;
  /** How the target ended its test; `vanished` where it was taken away. The first that is said counts. */
  ended: Promise<Ending | 'vanished'>;
  /** Takes what the target says, in order. */
  take(chunk: Uint8Array): void;
  /** Ends it for a reason that the console does not show. */
  end(ending: Ending | 'vanished'): void;
  /** Stops watching. */
  close(): void;
}

/** An end that has neither an exit code nor a signal. */
export const simpleEnd = (ended_by: TestEnd): Ending => ({ ended_by, exit_code: null, signal: null });

/** Judges from its console alone how a target ends its test. Every byte goes to `log`, so that the file holds exactly what was judged. */
export function watchConsole(rules: ConsoleRules, log: ConsoleLog, quietMs = QUIET_MS): ConsoleWatch {
  const [ended, end] = once<Ending | 'vanished'>();
  const [healthy, greet] = once<void>();
  const quiet = watchSilence(rules.testEnd, quietMs, end);
  const boots = createBootLoop();
  const { banner } = rules.health;
  const seen = banner === undefined ? () => true : textSeen(banner);
  void ended.then(quiet.stop);
  return {
    healthy,
    ended,
    end,
    close: quiet.stop,
    take: (chunk) => {
      const taken = log.append(chunk);
      if (seen(taken)) greet();
      quiet.heard(taken);
      // what repeats behind a final line is a test that runs again: its cases come twice, which says more
      if (boots.feed(taken) && !quiet.final()) end(simpleEnd('boot-loop'));
      if (taken.length < chunk.length) end(simpleEnd('output-limit'));
    },
  };
}

/** Ends by quiet: briefly after a final line, by the profile's silence after any other. */
function watchSilence(
  rules: ConsoleRules['testEnd'],
  quietMs: number,
  end: (ending: Ending) => void,
): { heard(bytes: Uint8Array): void; final(): boolean; stop(): void } {
  const line = createFinalLine(rules.pattern);
  let final = false;
  const timers: NodeJS.Timeout[] = [];
  const later = (ms: number, done: () => void) => {
    const timer = setTimeout(done, ms);
    timers.push(timer);
    return timer;
  };
  let chunks = 0;
  /** A process that stood still has its timers run before it sees what was said meanwhile: that is no silence. */
  const afterSilence = (ms: number, done: () => void) =>
    later(ms, () => {
      const before = chunks;
      setImmediate(() => before === chunks && done());
    });
  let pause: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  const heard = (bytes: Uint8Array) => {
    chunks += 1;
    if (line.feed(bytes) && !final) {
      final = true;
      later(Math.max(EPILOGUE_MS, EPILOGUE_PAUSES * quietMs), () => end(simpleEnd('pattern')));
    }
    pause ??= afterSilence(quietMs, () => (final || line.tail()) && end(simpleEnd('pattern')));
    silence ??= afterSilence(rules.silenceSec * 1000, () =>
      end(simpleEnd(final || line.tail() ? 'pattern' : 'silence')),
    );
    pause.refresh();
    silence.refresh();
  };
  return { heard, final: () => final, stop: () => timers.forEach(clearTimeout) };
}

function once<T>(): [promise: Promise<T>, settle: (value: T) => void] {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return [promise, settle];
}
