import { writeSync } from 'node:fs';
import { createExec } from '../../../../electron/bench/process/exec.js';
import { createNextRuns } from '../../../../electron/bench/process/next.js';
import { operationsRunning } from '../../../fixtures/operations.js';

/**
 * A program that has nothing to do but to end what waits, which does not hear of it, as where the computer is very busy.
 * Arguments: a folder and the name of the operation.
 */
const [, , cwd = '', operation = ''] = process.argv;
const next = createNextRuns();
const exec = createExec({
  children: { started: () => undefined, ended: () => undefined },
  confinement: 'bubblewrap',
  next,
});
const request = { argv: ['true'], cwd, timeoutMs: 60_000, operation, repeats: true };

void exec({ ...request, confine: { writable: [cwd] } }).then(async () => {
  const waiting = operationsRunning(`${operation}.next`);
  for (const pid of waiting) process.kill(Number(pid), 'SIGSTOP');
  await next.close();
  writeSync(1, `ended ${waiting.length}, left ${operationsRunning(operation).length}\n`);
});
