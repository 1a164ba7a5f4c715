import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Bare, bareIteration, bareMake } from './bare.js';
import { driveLoop, type Step } from './drive-loop.js';
import { type Delays, MODULES, patchOf, writeProject } from './firmware.js';
import { scriptedProvider } from './scripted.js';
import { median } from './statistics.js';

/** What one iteration of the loop and the same work by hand took, in ms. */
export interface Pair {
  loop: number;
  bare: Bare;
  /** By state, as far as the iteration went through it. */
  states: Readonly<Record<string, number>>;
}

/**
 * Iterations of the real loop, each followed by the same change by hand in a copy of the same tree: what disturbs
 * the one disturbs the other.
 */
export async function measureIterations(o: {
  dir: string;
  fixtures: string;
  resources: string;
  delays: Delays;
  iterations: number;
}): Promise<Pair[]> {
  mkdirSync(o.dir, { recursive: true });
  const project = path.join(o.dir, 'project');
  const byHand = path.join(o.dir, 'by-hand');
  const taskFile = await writeProject(project, o.fixtures, o.delays);
  cpSync(project, byHand, { recursive: true });
  await bareMake(byHand);
  const bare: Bare[] = [];
  const patches = Array.from({ length: MODULES }, (_, i) => patchOf(i, 'right'));
  const steps = await driveLoop({
    ...{ taskFile, home: path.join(o.dir, 'home'), resources: o.resources },
    provider: scriptedProvider(patches),
    done: (iteration) => iteration > o.iterations,
    between: async (iteration) => {
      if (iteration > 0) bare.push(await bareIteration(byHand, [[iteration - 1, 'right']]));
    },
  });
  return bare.map((one, i) => ({ bare: one, ...timesOf(steps.filter((s) => s.iteration === i + 1)) }));
}

function timesOf(steps: readonly Step[]): Omit<Pair, 'bare'> {
  const states: Record<string, number> = {};
  for (const { state, ms } of steps) states[state] = (states[state] ?? 0) + ms;
  return { states, loop: steps.reduce((sum, { ms }) => sum + ms, 0) };
}

export const overhead = ({ loop, bare }: Pair): number => loop - bare.make - bare.qemu;

/** Median time of every state, in the order in which an iteration goes through them. */
export function stateTimes(pairs: readonly Pair[]): [state: string, ms: number][] {
  const names = Object.keys(pairs[0]?.states ?? {});
  return names.map((name) => [name, median(pairs.map((pair) => pair.states[name] ?? 0))]);
}
