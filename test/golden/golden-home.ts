import { readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { Line } from '../fixtures/loop/command-line.js';
import { builtHome, type Kept } from './built-scene.js';
import { copyFolder } from './copied.js';
import { movingOf } from './moving.js';
import type { GoldenName } from './scenes.js';

/** A copy of a golden home, of which a test may do what it likes. */
export interface GoldenHome {
  /** The data folder. */
  home: string;
  /** The user's folder, with the repository and its task. */
  dir: string;
  repo: string;
  task: string;
  run: string;
  /** What the command that left the home so said with `--json`; the last line is the report, or the question that waits. */
  lines: Line[];
}

/**
 * Copies a golden home into a folder: its data folder to `home`, the user's folder to a folder of its own name. Several may be
 * copied into the same folder, and then share their data folder with the policy and the boards of the first; `delivered` has the
 * run of `converged` in it. The run can be shown, replayed, resumed, answered, accepted and delivered as if it had been made there.
 */
export async function goldenHome(name: GoldenName | 'damaged', into: string): Promise<GoldenHome> {
  if (name === 'damaged') return damaged(into);
  const from = await builtHome(name);
  const [home, dir] = [path.join(into, 'home'), path.join(into, name)];
  const kept = readFileSync(path.join(from, 'kept.json'), 'utf8');
  const { madeAt }: Kept = JSON.parse(kept);
  const moving = movingOf({ [madeAt.home]: home, [madeAt.dir]: dir });
  await copyFolder(path.join(from, 'home'), home, moving);
  await copyFolder(path.join(from, 'user'), dir, moving);
  const { run, lines }: Kept = JSON.parse(moving.text(kept));
  return { home, dir, repo: path.join(dir, 'fw'), task: path.join(dir, 'task.yaml'), run, lines };
}

/** Of the journal of 90 kB that much is left. */
const LEFT_BYTES = 5000;

/** A run whose journal is cut off. */
async function damaged(into: string): Promise<GoldenHome> {
  const golden = await goldenHome('converged', into);
  truncateSync(path.join(golden.home, 'runs', golden.run, 'journal.db'), LEFT_BYTES);
  return golden;
}
