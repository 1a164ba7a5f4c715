import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reapChildren, reapRun } from '../../../../electron/bench/process/children.js';
import { operationsRunning } from '../../../fixtures/operations.js';
import { openBench, profileOf } from '../../../fixtures/qemu/bench.js';
import { buildFirmware } from '../../../fixtures/qemu/firmware.js';

const bench = openBench();
const victim = join(bench.root, 'victim.cjs');
afterAll(() => bench.close());
beforeAll(() => {
  const entry = fileURLToPath(new URL('./victim.ts', import.meta.url));
  const options: BuildOptions = { bundle: true, platform: 'node', format: 'cjs', external: ['usb'] };
  buildSync({ ...options, entryPoints: [entry], outfile: victim });
});

async function gone(operation: string, reap: boolean): Promise<string[]> {
  const until = Date.now() + 60_000;
  while (operationsRunning(operation).length > 0 && Date.now() < until) {
    if (reap) await reapChildren([{ pid: 0, startTime: '0', operation }]);
    // the confinement of the next run may be half set up at any time
    await reapRun(operation);
    await delay(5);
  }
  return operationsRunning(operation);
}

describe('a process that is killed with SIGKILL', () => {
  const targets = [
    { id: 'qemu-lm3s6965evb', request: () => ({ image: buildFirmware('hangs_after_greeting', bench.root) }) },
    { id: 'host', request: () => ({ command: ['sh', '-c', 'echo up; sleep 1000 & sleep 1000'] }) },
  ];
  const moments = ['spawned', 'started', 'heard'];
  const cases = targets.flatMap((target) => moments.map((moment) => ({ ...target, moment })));

  it.each(cases)('leaves nothing of its session on $id, $moment', async ({ id, request, moment }) => {
    const operation = `killed-${process.pid}-${id}-${moment}`;
    const sessionDir = join(bench.root, operation);
    mkdirSync(sessionDir);
    const whole = { operation, workTree: bench.root, sessionDir, timeoutMs: 60_000, ...request() };
    const args = [victim, JSON.stringify(profileOf(id)), JSON.stringify(whole)];
    const parent = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      // what a killed session leaves of its sockets lies where this test removes it
      env: { ...process.env, TMPDIR: bench.root },
    });
    let said = '';
    await new Promise<void>((resolve) => {
      parent.stdout.on('data', (chunk) => {
        said += chunk;
        if (said.split('\n').some((line, i, all) => i < all.length - 1 && line.startsWith(moment))) resolve();
      });
      parent.once('exit', () => resolve());
    });
    expect(said).toContain(moment);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    // killed while bubblewrap sets up, something may be left that the next owner reaps
    const settingUp = moment === 'spawned' || (id === 'host' && moment === 'started');
    expect(await gone(operation, settingUp)).toEqual([]);
  });
});
