import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { detectConfinement } from '../../electron/bench/process/confine.js';
import { median } from './loop/statistics.js';
import { flawNames, readFlaw } from './repair/data-set.js';
import { measureFlaw, type Outcome } from './repair/measure.js';

// npm run bench -- repair --dir FOLDER [--list FILE] [--every N] [--seconds N] [--jobs N]: how many programs of a data set that
// is laid out as Codeflaws is are repaired without a model.

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    list: { type: 'string' },
    every: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '90' },
    jobs: { type: 'string', default: '2' },
  },
});

async function measureAll(data: string): Promise<Outcome[]> {
  const every = Number(values.every);
  const names = (await flawNames(data, values.list)).filter((_, index) => index % every === 0);
  const confinement = await detectConfinement();
  const cli = path.join(process.cwd(), 'dist', 'cli.js');
  const work = await mkdtemp(path.join(os.tmpdir(), 'benchloop-repair-'));
  const outcomes: Outcome[] = [];
  const next = names.values();
  const job = async (): Promise<void> => {
    for (const name of next) {
      const flaw = await readFlaw(data, name);
      if (!flaw) continue;
      const dir = path.join(work, name);
      const outcome = await measureFlaw({ cli, dir, flaw, searchSec: Number(values.seconds), confinement });
      outcomes.push(outcome);
      show(outcome);
      await rm(dir, { recursive: true, force: true });
    }
  };
  try {
    await Promise.all(Array.from({ length: Number(values.jobs) }, job));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return outcomes;
}

function show({ flaw, plausible, correct, took, told }: Outcome): void {
  const verdict = correct ? 'correct' : plausible ? 'plausible' : 'none';
  console.log(
    `${flaw.padEnd(34)} ${verdict.padEnd(9)} ${(took / 1000).toFixed(1).padStart(6)} s  ${told.slice(0, 160)}`,
  );
}

if (values.dir === undefined) {
  console.error(
    'usage: npm run bench -- repair --dir FOLDER [--list FILE] [--every N] [--seconds N] [--jobs N]',
  );
  process.exitCode = 2;
} else {
  const outcomes = await measureAll(values.dir);
  const count = (of: (outcome: Outcome) => boolean) => `${outcomes.filter(of).length} of ${outcomes.length}`;
  const seconds = outcomes.map(({ took }) => took / 1000);
  console.log(
    `\nplausible: ${count((one) => one.plausible)}; correct on held-out: ${count((one) => one.correct)}`,
  );
  console.log(
    `seconds: median ${median(seconds).toFixed(1)}, sum ${seconds.reduce((sum, each) => sum + each, 0).toFixed(0)}`,
  );
}
