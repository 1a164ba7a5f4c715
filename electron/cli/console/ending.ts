import type { Problem } from '../../../shared/problem.js';
import { SIGNALS, type Surroundings } from '../surroundings.js';

export interface ConsoleEnd {
  how: 'done' | 'lost' | 'interrupted';
  problem: Problem | null;
}

/** When a console ends, and why; the first reason counts. */
export interface End {
  over: Promise<ConsoleEnd>;
  finish(how: ConsoleEnd['how'], problem?: Problem): void;
  /** Ends it as asked, in so many ms; as lost where the port is away then. */
  after(ms: number): void;
  lost(ms: number, problem: Problem): void;
  back(): void;
}

export function createEnd(signals: Surroundings['signals']): End {
  let settle = (_: ConsoleEnd): void => {};
  const over = new Promise<ConsoleEnd>((resolve) => {
    settle = resolve;
  });
  let away: { problem: Problem; timer: NodeJS.Timeout } | null = null;
  let clock: NodeJS.Timeout | undefined;
  const finish: End['finish'] = (how, problem) => {
    clearTimeout(clock);
    clearTimeout(away?.timer);
    for (const signal of SIGNALS) signals.off(signal, interrupt);
    settle({ how, problem: problem ?? null });
  };
  const interrupt = (): void => finish('interrupted');
  for (const signal of SIGNALS) signals.on(signal, interrupt);
  return {
    over,
    finish,
    after: (ms) => {
      clock = setTimeout(() => (away ? finish('lost', away.problem) : finish('done')), ms);
    },
    lost: (ms, problem) => {
      clearTimeout(away?.timer);
      away = { problem, timer: setTimeout(() => finish('lost', problem), ms) };
    },
    back: () => {
      clearTimeout(away?.timer);
      away = null;
    },
  };
}
