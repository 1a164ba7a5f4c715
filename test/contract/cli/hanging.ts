import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CommandLine, processesOf, runIds, type Started } from '../../fixtures/loop/command-line.js';
import { ringProject, targetProject, writeTask } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';

/** A run whose program does not end. */
export interface Running {
  started: Started;
  home: string;
  run: string;
  repo: string;
  before: Record<string, string>;
}

export const HANGING = {
  test: { command: ['sh', '-c', 'echo up; trap "" TERM INT HUP; sleep 1000'], timeoutSec: 600 },
};
export const HANGING_BUILD = {
  build: { command: ['sh', '-c', 'trap "" TERM INT HUP; echo up; sleep 1000'] },
};

/** Starts a run and waits until its program prints. */
export async function running(
  cli: CommandLine,
  parts: Record<string, unknown>,
  qemu = false,
): Promise<Running> {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(dir);
  const repo = qemu
    ? targetProject(path.join(dir, 'fw'), {
        'test/main.c': ['uart_init();', 'uart_init(); print("up\\r\\n"); for (;;) { }'],
      })
    : ringProject(path.join(dir, 'fw'));
  const task = writeTask(path.join(dir, 'task.yaml'), './fw', parts);
  const before = fingerprint(repo);
  const started = cli.start(['run', task, '--approve', 'all', '--json'], { home });
  // a UART sends byte by byte: the first may come alone
  await started.until('"text":"u');
  return { started, home, run: String(runIds(home)[0]), repo, before };
}

/** Waits for its processes to end, and gives those that do not. */
export async function isGone(run: string): Promise<string[]> {
  const until = Date.now() + 60_000;
  while (processesOf(run).length > 0 && Date.now() < until) await delay(10);
  return processesOf(run);
}
