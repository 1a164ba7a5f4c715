import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fingerprint } from '../../build/fingerprint.mjs';
import { cacheDir, distDir, projectDir } from '../../build/project.mjs';
import { lockIn, unlock } from '../../electron/journal/ownership.js';
import { bundleCommandLine, type Line } from '../fixtures/loop/command-line.js';
import { type GoldenName, type Stage, sceneOf } from './scenes.js';

/** What is kept beside a golden home. */
export interface Kept {
  /** The run that it is about. */
  run: string;
  /** What the last command said, as JSON. */
  lines: Line[];
  /** Where its data folder and its user's folder were made. */
  madeAt: { home: string; dir: string };
}

const ROOT = path.join(cacheDir, 'golden');
/** This one, and that of a test run which may still go on. */
const KEPT_KEYS = 2;
const WAIT_MS = 100;

/**
 * The folder of a golden home below `.cache/golden/`: `home`, `user` and `kept.json`. Made by the command line in `dist/` where
 * these sources have not made it yet, once, however many processes ask.
 */
export async function builtHome(name: GoldenName): Promise<string> {
  const { scene, play } = sceneOf(name);
  const folder = path.join(ROOT, await key(), scene);
  const locks = `${folder}.lock`;
  while (!existsSync(folder)) {
    mkdirSync(locks, { recursive: true });
    const lock = lockIn(locks);
    try {
      if (lock !== null && !existsSync(folder)) await build(folder, play);
    } finally {
      if (lock !== null) unlock(lock);
    }
    if (lock === null) await delay(WAIT_MS);
  }
  return path.join(folder, name);
}

let known: string | undefined;
/** Changes with whatever golden homes are made of and by: the sources of `dist/`, the scenes, the projects that they begin with. */
async function key(): Promise<string> {
  if (known !== undefined) return known;
  const bundles = readFileSync(path.join(distDir, 'inputs.json'), 'utf8');
  const scenes = await fingerprint(projectDir, ['native-config', 'test/golden', 'test/fixtures/loop']);
  known = createHash('sha256').update(bundles).update(scenes).digest('hex').slice(0, 16);
  return known;
}

async function build(folder: string, play: (stage: Stage) => Promise<void>): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const madeAt = { home: path.join(draft, 'stage', 'home'), dir: path.join(draft, 'stage', 'user') };
  mkdirSync(path.dirname(madeAt.home), { recursive: true });
  const cli = await bundleCommandLine();
  try {
    const keep: Stage['keep'] = (name, run, { lines }) => {
      const to = path.join(draft, name);
      const how = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
      cpSync(madeAt.home, path.join(to, 'home'), how);
      cpSync(madeAt.dir, path.join(to, 'user'), how);
      const kept: Kept = { run, lines, madeAt };
      writeFileSync(path.join(to, 'kept.json'), JSON.stringify(kept));
    };
    await play({ cli, ...madeAt, keep });
  } finally {
    cli.close();
  }
  rmSync(path.join(draft, 'stage'), { recursive: true });
  renameSync(draft, folder);
  removeOldKeys();
}

function removeOldKeys(): void {
  const keys = readdirSync(ROOT).map((name) => path.join(ROOT, name));
  const newestFirst = keys.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of newestFirst.slice(KEPT_KEYS)) rmSync(old, { recursive: true, force: true });
}
