import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAll, settings } from '../contract/models/scripted-server.js';
import { OFF_BY_ONE, ringProject, writeTask } from '../fixtures/loop/projects.js';
import { launchApp, type RunningApp } from './launch.js';

/** Stands nowhere but in what is pasted into the window. */
const CANARY = 'sk-canary-5be9c0d7213f4a68';

const MAKEFILE = readFileSync(new URL('../fixtures/loop/ring/Makefile', import.meta.url), 'utf8');
/** A build that prints its environment, and fails where it, or any process that it sees, has the key in there. */
const NOSY = `$(info $(shell env))
$(if $(findstring sk-canary,$(shell env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n')),$(error a key is here))
${MAKEFILE}`;

/** What main pushed and answered is kept there, in main, so that a test can read it. */
interface Heard {
  heard: string[];
}

describe('a key that is given in Settings', () => {
  let server: LLMock;
  let running: RunningApp;
  let page: Page;
  let dir: string;
  let task: string;
  const dialog = () => page.getByRole('dialog', { name: 'Settings' });
  const keyOf = () => dialog().getByLabel(/^Key for openai/);
  const state = () => dialog().getByRole('status');

  beforeAll(async () => {
    server = new LLMock({ port: 0, host: '127.0.0.1', auth: { apiKeys: [CANARY] } });
    await server.start();
    answerAll(server);
    dir = mkdtempSync(path.join(tmpdir(), 'benchloop-keys-'));
    ringProject(path.join(dir, 'fw'), { ...OFF_BY_ONE, Makefile: NOSY });
    task = writeTask(path.join(dir, 'task.yaml'), './fw', {});
    const home = path.join(dir, 'home');
    mkdirSync(home);
    writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0\n');
    running = await launchApp({ home, args: ['--lang=en-US'], env: settings(server) });
    page = running.page;
    await running.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!contents) return;
      const kept: Heard = Object.assign(globalThis, { heard: [] });
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        kept.heard.push(JSON.stringify(args));
        send(channel, ...args);
      };
    });
  });
  afterAll(async () => {
    await running?.close();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('leaves the page, and the window says where it is kept', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await state().getByText('There is no key.').waitFor();
    await keyOf().fill('two words');
    await dialog().getByRole('button', { name: 'Use this key' }).click();
    await dialog().getByRole('alert').getByText('this is no key').waitFor();
    expect(await dialog().textContent()).not.toContain('two words');
    await keyOf().fill(`${CANARY}\t`);
    await dialog().getByRole('button', { name: 'Use this key' }).click();
    await state().getByText('A key is').waitFor();
    expect(await keyOf().inputValue()).toBe('');
    // a display without a keyring has no safe place; elsewhere the system encrypts it
    const keeps = await running.app.evaluate(
      ({ safeStorage }) =>
        safeStorage.isEncryptionAvailable() &&
        (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
    );
    expect(await state().textContent()).toContain(keeps ? 'is stored, encrypted' : 'in memory until');
    expect(await dialog().getByText('This system has no safe place for a key').isVisible()).toBe(!keeps);
    await page.keyboard.press('Escape');
  });

  it('is in the request to the model, and in nothing else of a run', async () => {
    const started = await page.evaluate(
      (taskFile) =>
        window.benchloop.start({
          ...{ taskFile, provider: 'openai', pace: 'full' },
          approvals: ['build', 'patch', 'publish', 'send', 'exec'],
        }),
      task,
    );
    expect(JSON.stringify(started)).toContain('"ok":true');
    const { run } = (started as { value: { run: string } }).value;
    await page.locator('.run-header').getByText('Success', { exact: true }).waitFor();
    // the server answers whoever says this key, and nobody else
    const answered = server.getRequests().map(({ response }) => response.status);
    expect(answered.length).toBeGreaterThan(1);
    expect(new Set(answered)).toEqual(new Set([200]));
    await exportAll(run);
    const heard = await running.app.evaluate(() => (globalThis as unknown as Heard).heard.join('\n'));
    expect(heard).toContain(run);
    expect(heard).not.toContain(CANARY);
    expect(await page.content()).not.toContain(CANARY);
    expect(holding(dir)).toEqual([]);
    expect(await running.problems()).toEqual([]);
  });

  it('is gone when it is removed', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await state().getByText('There is no key.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true);
  });

  /** Every report of the run, as a person saves it. */
  async function exportAll(run: string): Promise<void> {
    for (const format of ['json', 'html', 'junit']) {
      const file = path.join(dir, `run.${format}`);
      await running.app.evaluate(({ dialog: system }, filePath) => {
        system.showSaveDialog = async () => ({ canceled: false, filePath });
      }, file);
      const wanted = { run, format, language: 'en' };
      const saved = await page.evaluate((input) => window.benchloop.exportReport(input), wanted);
      expect(saved).toEqual({ ok: true, value: { file } });
      expect(readFileSync(file, 'utf8')).toContain('ring');
    }
  }
});

/** Every file below a folder that holds the key. */
function holding(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'latin1').includes(CANARY));
}
