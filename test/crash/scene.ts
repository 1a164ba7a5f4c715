import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../fixtures/loop/projects.js';
import { fingerprint } from '../unit/workspace/repositories.js';

/** How a scene's repository and task are made: returns nothing, writes below `dir`. */
export interface Subject {
  repository: (dir: string) => string;
  task: Readonly<Record<string, unknown>>;
}

/** A repository of the user with its task, and a data folder, all fresh. */
export interface Scene {
  dir: string;
  home: string;
  repo: string;
  task: string;
  before: Record<string, string>;
}

/** A typing error, which the compiler itself can put right: no search has to be made again after each kill. */
export const misspelt: Subject = { repository: (dir) => ringProject(dir, TYPO), task: {} };

/** The command line, killed at fault points as the environment says (`killing`). */
export async function bundleCrashing(): Promise<CommandLine> {
  const cli = await bundleCommandLine();
  const starter = path.join(cli.root, 'dist', 'cli.js');
  // It may be the project's own file by another name.
  rmSync(starter);
  writeFileSync(starter, inject('crashingStarter'));
  return cli;
}

/** How often; only the crash tests by themselves (`npm run test:crash`) are told. */
export const rounds = Number(process.env.BENCHLOOP_CRASH_ROUNDS ?? 1);

/** Kills on QEMU take minutes: they are for the crash tests by themselves, also for one round of them. */
export const alsoOnQemu = process.env.BENCHLOOP_CRASH_ROUNDS !== undefined;

export function openScene(cli: CommandLine, subject: Subject): Scene {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  const repo = subject.repository(path.join(dir, 'fw'));
  const task = writeTask(path.join(dir, 'task.yaml'), './fw', subject.task);
  mkdirSync(home);
  // how sure a run is of its patch is not what is asked here
  writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0\n');
  return { dir, home, repo, task, before: fingerprint(repo) };
}

export function closeScene({ dir, home }: Scene): void {
  rmSync(dir, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
