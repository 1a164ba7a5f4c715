import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ElectronApplication } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchApp } from './launch.js';

/** Until an emulator is there, or gone. */
const LIMIT_MS = 180_000;

/** Emulators that run an image below `home`; proc(5), cmdline. */
function emulators(home: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      return line.includes('qemu-system') && line.includes(home);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

async function until(holds: () => boolean): Promise<boolean> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await delay(50)) if (holds()) return true;
  return false;
}

const ended = (app: ElectronApplication) =>
  new Promise<void>((resolve) => app.process().once('exit', () => resolve()));

const WAYS: readonly (readonly [string, (app: ElectronApplication) => Promise<unknown>])[] = [
  [
    'the window is closed',
    (app) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
  ],
  ['the application quits', (app) => app.evaluate(({ app }) => app.quit())],
  ['its main process is killed', async (app) => app.process().kill('SIGKILL')],
];

describe.runIf(process.platform === 'linux')('a test on the emulator', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'benchloop-home-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it.each(WAYS)('leaves no process and a run to resume when %s', async (_name, leave) => {
    // The target of this demo hangs until the test's own limit.
    const first = await launchApp({ home, args: ['--lang=en-US', '--demo', '--task', 'sensor-hang'] });
    await first.page
      .locator('.state-name')
      .getByText('TEST_RUN', { exact: true })
      .waitFor({ timeout: LIMIT_MS });
    expect(await until(() => emulators(home).length > 0)).toBe(true);
    const end = ended(first.app);
    // The process may be gone before it has answered.
    await leave(first.app).catch(() => {});
    await end;
    expect(await until(() => emulators(home).length === 0)).toBe(true);

    const second = await launchApp({ home, args: ['--lang=en-US'] });
    await second.page.getByText(/^This run was interrupted/).waitFor();
    await second.page.getByRole('button', { name: 'Resume' }).waitFor();
    const list = second.page.getByRole('navigation', { name: 'Runs' });
    await list.getByText('TEST_RUN', { exact: true }).waitFor();
    expect(emulators(home)).toEqual([]);
    await second.close();
  });
});
