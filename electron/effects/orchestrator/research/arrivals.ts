import { setTimeout as delay } from 'node:timers/promises';
import type { AgentId } from '../../../../shared/deliverables.js';
import type { Result } from '../../../../shared/problem.js';
import type { OrchestratorContext, ResearchResult } from '../../../machine/orchestrator/context.js';

/** How long agents are waited for; each wait is over with its promise, and given up with the signal. */
export interface Patience {
  /** From the first arrival on, for the others. */
  grace(signal: AbortSignal): Promise<unknown>;
  /** For the first one. */
  limit(signal: AbortSignal): Promise<unknown>;
}

const never = (): Promise<void> => new Promise(() => undefined);

/** A person who carries prompts to a model is waited for: asked anew, they would have to begin again. */
export const PATIENT: Patience = { grace: never, limit: never };

/** @param o seconds */
export const byTheClock = (o: { grace: number; limit: number }): Patience => ({
  grace: (signal) => delay(o.grace * 1000, undefined, { signal }),
  limit: (signal) => delay(o.limit * 1000, undefined, { signal }),
});

export interface Arrived {
  results: ResearchResult[];
  dead: OrchestratorContext['research']['dead'][number][];
}

/**
 * What agents bring that work side by side: the first, and whatever else comes soon after it. Those that take longer are left to the
 * next state: a child ends before its parent's state is left. Nothing at all where none comes in time.
 */
export async function arrivals(
  agents: readonly AgentId[],
  ask: (agent: AgentId) => Promise<Result<ResearchResult>>,
  { grace, limit }: Patience,
): Promise<Arrived> {
  const came: Arrived = { results: [], dead: [] };
  const over = new AbortController();
  const count = (): number => came.results.length + came.dead.length;
  const isOver = new Promise<void>((resolve, reject) => {
    const then = (wait: Promise<unknown>, isEnough: () => boolean): void => {
      wait.then(
        () => isEnough() && resolve(),
        () => undefined,
      );
    };
    const note = (agent: AgentId, brought: Result<ResearchResult>): void => {
      if (over.signal.aborted) return;
      if (brought.ok) came.results.push(brought.value);
      else came.dead.push({ agent, why: brought.error.message });
      if (count() === agents.length) resolve();
      else if (count() === 1) then(grace(over.signal), () => true);
    };
    then(limit(over.signal), () => count() === 0);
    for (const agent of agents) ask(agent).then((brought) => note(agent, brought), reject);
  });
  try {
    await isOver;
  } finally {
    over.abort();
  }
  return came;
}
