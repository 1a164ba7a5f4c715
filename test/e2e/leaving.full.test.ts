import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ON_QEMU, targetProject, writeTask } from '../fixtures/loop/projects.js';
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
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'benchloop-leaving-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  /** A target that hangs without a word, for longer than this test lasts. */
  function hangingTask(): string {
    targetProject(path.join(root, 'fw'), { 'test/main.c': ['uart_init();', 'uart_init(); for (;;) { }'] });
    return writeTask(path.join(root, 'task.yaml'), './fw', {
      ...ON_QEMU,
      test: { ...Object(ON_QEMU.test), timeoutSec: 1800 },
    });
  }

  it.each(WAYS)('leaves no process and a run to resume when %s', async (_name, leave) => {
    const home = path.join(root, 'home');
    const first = await launchApp({ home, args: ['--lang=en-US'] });
    await first.page.evaluate(
      (taskFile) =>
        window.benchloop.start({ taskFile, provider: 'rules', approvals: ['build'], pace: 'full' }),
      hangingTask(),
    );
    const inTest = (page: Page) =>
      page.getByRole('navigation', { name: 'Runs' }).getByText('TEST_RUN', { exact: true }).waitFor();
    await inTest(first.page);
    expect(await until(() => emulators(home).length > 0)).toBe(true);
    const end = ended(first.app);
    // The process may be gone before it has answered.
    await leave(first.app).catch(() => {});
    await end;
    expect(await until(() => emulators(home).length === 0)).toBe(true);

    const second = await launchApp({ home, args: ['--lang=en-US'] });
    await second.page.getByText(/^This run was interrupted\. /).waitFor();
    await second.page.getByRole('button', { name: 'Resume' }).waitFor();
    await inTest(second.page);
    expect(emulators(home)).toEqual([]);
    await second.close();
  });
});
