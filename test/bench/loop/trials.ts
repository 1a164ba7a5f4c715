import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Provider } from '../../../electron/agents/provider.js';
import { type Bare, bareIteration, bareMake } from './bare.js';
import { driveLoop } from './drive-loop.js';
import { patchOf, writeProject } from './firmware.js';
import { scriptedProvider } from './scripted.js';

export interface TrialPair {
  trial: number;
  bare: Bare;
}

/**
 * Trials of candidates that do not help in the scratch bench of a real run, as most do not, each followed by the same change by hand. A trial also
 * takes the candidate before it out, so that both rebuild two modules from the second one on.
 */
export async function measureTrials(o: {
  dir: string;
  fixtures: string;
  resources: string;
  trials: number;
}): Promise<TrialPair[]> {
  mkdirSync(o.dir, { recursive: true });
  const project = path.join(o.dir, 'project');
  const byHand = path.join(o.dir, 'by-hand');
  const taskFile = await writeProject(project, o.fixtures, { build: 0, test: 0 });
  cpSync(project, byHand, { recursive: true });
  await bareMake(byHand);
  const pairs: TrialPair[] = [];
  let finished = false;
  const scripted = scriptedProvider([]);
  const provider: Provider = {
    ...scripted,
    analyse: async (evidence, io) => {
      await io.scratch.try(null, io.signal);
      for (let i = 0; i < o.trials; i++) {
        const begun = performance.now();
        const trial = await io.scratch.try(patchOf(i, 'alsoWrong'), io.signal);
        if (!trial.test) throw new Error('a trial came to no test result');
        const took = performance.now() - begun;
        const bare = await bareIteration(byHand, [
          [i, 'alsoWrong'],
          ...(i > 0 ? [[i - 1, 'wrong'] as const] : []),
        ]);
        pairs.push({ trial: took, bare });
      }
      finished = true;
      return scripted.analyse(evidence, io);
    },
  };
  const places = { taskFile, home: path.join(o.dir, 'home'), resources: o.resources };
  await driveLoop({ ...places, provider, done: () => finished, between: async () => {} });
  return pairs.slice(1);
}
