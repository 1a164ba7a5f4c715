import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchApp, type RunningApp } from './launch.js';

/** A whole run: analysis, builds, emulator, tests. */
const RUN_MS = 180_000;

/** Text of what has the focus, or its role where it has none. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const state = (page: Page) => page.locator('.state-name').textContent();
const status = (page: Page, text: string) =>
  page.locator('.run-header').getByText(text, { exact: true }).waitFor({ timeout: RUN_MS });

/** Starts the first demo through its dialog. */
async function startDemo(page: Page, o: { ask: boolean; pace: string }): Promise<void> {
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Run a demo' });
  await dialog.getByRole('radio', { name: o.pace }).check();
  if (o.ask) await dialog.getByRole('checkbox', { name: /Ask me/ }).check();
  await dialog.getByRole('button', { name: 'Run this demo' }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('a run in the window', () => {
  let home: string;
  let running: RunningApp;
  let page: Page;
  const bar = () => page.getByRole('region', { name: 'Waiting for you' });
  const gate = () => page.getByRole('alertdialog', { name: 'Your approval is needed' });

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'benchloop-home-'));
    running = await launchApp({ home, args: ['--lang=en-US'] });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Closes the window, and opens it on what it left. */
  async function reopen(): Promise<void> {
    expect(await running.problems()).toEqual([]);
    await running.close();
    running = await launchApp({ home, args: ['--lang=en-US'] });
    page = running.page;
  }

  /** Asks for an abort as a hasty person does, and looks that nothing of it lies where *Abort now* comes to lie. */
  async function abortAndLookAtForcing(): Promise<void> {
    const abort = page.getByRole('button', { name: 'Abort', exact: true });
    const wasAt = await abort.boundingBox();
    await abort.dblclick();
    const asked = page.getByRole('alertdialog', { name: 'Abort this run?' });
    const confirm = asked.getByRole('button', { name: 'Abort the run' });
    const confirmAt = await confirm.boundingBox();
    await asked.getByRole('button', { name: 'Keep it running' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByText('Paused before the next step.').waitFor();
    await abort.click();
    await confirm.click();
    expect([wasAt, confirmAt].every((box) => box !== null && box.x > 200)).toBe(true);
  }

  it('begins with nothing, and says what to do', async () => {
    await page.getByText('Run a demo to see the loop close').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Run a demo' }).waitFor();
    await page
      .getByRole('region', { name: 'State diagram' })
      .getByRole('button', { name: /^IDLE,/ })
      .waitFor();
  });

  it('keeps what was typed for a run where its task file is wrong, and says what', async () => {
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New run' });
    await dialog.getByRole('textbox', { name: 'Task file' }).fill('/no/such/task.yaml');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('alert').getByText('there is no such task file').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Task file' }).inputValue()).toBe('/no/such/task.yaml');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('asks before the first build, and takes neither Enter nor Escape for an answer', async () => {
    await startDemo(page, { ask: true, pace: 'Full speed' });
    await gate().waitFor({ timeout: RUN_MS });
    await expect.poll(() => focused(page)).toBe('Your approval is needed');
    await gate().getByText('make', { exact: false }).first().waitFor();

    await page.keyboard.press('Enter');
    expect(await gate().isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await gate().waitFor({ state: 'detached' });
    await bar().getByText('1 waits for you').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByRole('button', { name: 'Show the question' }).focus();
    await page.keyboard.press('Enter');
    await gate().waitFor();
    await page.keyboard.press('Escape');
    await gate().waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Show the question');
    await page.getByRole('navigation', { name: 'Runs' }).getByText('waits for you').waitFor();
    await expect.poll(() => state(page)).toBe('BUILD_RUN');
  });

  it('goes on to success when every gate is answered with the keyboard', async () => {
    await page.keyboard.press('g');
    for (let gates = 1; gates <= 3; gates += 1) {
      const asked = await Promise.race([
        gate()
          .waitFor({ timeout: RUN_MS })
          .then(() => true),
        status(page, 'Success').then(() => false),
      ]);
      if (!asked) break;
      const question = await gate().textContent();
      while ((await focused(page)) !== 'Yes, approve') await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (text) => document.querySelector('[role=alertdialog]')?.textContent !== text,
        question,
      );
    }
    await status(page, 'Success');
  });

  it('shows the change, every case, the console and the report', async () => {
    await page.getByRole('tab', { name: 'Diff' }).click();
    await page.getByText('Files: 1, lines: +1 −1').waitFor();
    await page.getByRole('tab', { name: 'Tests' }).click();
    const [, passed, total] =
      /(\d+) of (\d+) cases pass/.exec((await page.locator('.tests .summary').textContent()) ?? '') ?? [];
    expect(Number(total)).toBeGreaterThan(0);
    expect(passed).toBe(total);
    await page.getByRole('tab', { name: 'Console' }).click();
    await page.getByRole('region', { name: 'Console of the target' }).locator('.line').first().waitFor();
    await page.getByRole('tab', { name: 'Report' }).click();
    await page
      .getByRole('region', { name: 'Report' })
      .getByText(/^benchloop\//)
      .waitFor();
  });

  it('lights the path in the diagram and narrows the trace to a state', async () => {
    await page.getByRole('button', { name: /^PATCH_APPLY, entered 1 time/ }).click();
    const rows = page.getByRole('grid', { name: 'Decision trace' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(10);
  });

  it('moves in the trace with the arrow keys, from one tab stop', async () => {
    const grid = page.getByRole('grid', { name: 'Decision trace' });
    await grid.locator('[role=row][tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('region', { name: 'Transition 1', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Transition 2', exact: true }).waitFor();
    await expect.poll(() => grid.locator('[role=row][tabindex="0"]').count()).toBe(1);
  });

  it('goes step by step, and aborts between two steps', async () => {
    await startDemo(page, { ask: false, pace: 'Step by step' });
    await page.getByText('Paused before the next step.').waitFor({ timeout: RUN_MS });
    await expect.poll(() => state(page)).toBe('INIT');
    await page.keyboard.press('s');
    await page.waitForFunction(() => document.querySelector('.state-name')?.textContent === 'CODE_ANALYSIS');
    await page.getByText('Paused before the next step.').waitFor();
    await abortAndLookAtForcing();
    await status(page, 'Aborted');
    await page.getByRole('button', { name: /^ABORTED, the run ended here/ }).waitFor();
    expect(await page.locator('.state-name').count()).toBe(0);
    // The button has gone; the keys go on from the view.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it('has all of it within its smallest size, which is also a larger one that is zoomed', async () => {
    const resize = (size: readonly [number, number]) =>
      running.app.evaluate(({ BrowserWindow }, [width, height]) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
      }, size);
    await resize([720, 480]);
    await page.waitForFunction(() => innerWidth === 720);
    const listed = () =>
      page.getByRole('button', { name: 'List', exact: true }).getAttribute('aria-expanded');
    await expect.poll(listed).toBe('false');
    for (const name of ['About', 'Settings']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect((box?.x ?? 720) + (box?.width ?? 0)).toBeLessThanOrEqual(720);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(720);
    await resize([1440, 900]);
    await page.waitForFunction(() => innerWidth === 1440);
    await expect.poll(listed).toBe('true');
  });

  it('lists the runs, newest first, and shows another one by keyboard', async () => {
    const items = page.getByRole('tree', { name: 'Runs' }).getByRole('treeitem');
    await items.filter({ hasText: 'Aborted' }).waitFor();
    await expect.poll(() => items.count()).toBe(2);
    await items.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await status(page, 'Success');
    const chosen = () => items.evaluateAll((all) => all.map((item) => item.getAttribute('aria-selected')));
    await expect.poll(chosen).toEqual(['false', 'true']);
    expect(await items.nth(1).getAttribute('aria-expanded')).toBeNull();
    await page.keyboard.press('Home');
    await expect.poll(() => items.first().evaluate((item) => item === document.activeElement)).toBe(true);
  });

  it('speaks Chinese when asked to, and dark', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: '简体中文' }).check();
    await page.getByRole('radio', { name: '深色' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '演示…' }).waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).colorScheme]),
      )
      .toEqual(['zh-CN', 'dark']);
    await page.getByRole('button', { name: '设置' }).click();
    await page.getByRole('radio', { name: 'English' }).check();
    await page.keyboard.press('Escape');
  });

  it('has listed its shortcuts, and the runtime in use', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Resume the run').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'About' }).click();
    const about = page.getByRole('dialog', { name: 'About Benchloop' });
    await about.getByText(/Chromium \d+/).waitFor();
    await about.getByText('qemu-lm3s6965evb').waitFor();
    await page.keyboard.press('Escape');
  });

  it('takes an interrupted run up again after the window was closed', async () => {
    await startDemo(page, { ask: true, pace: 'Step by step' });
    await page.getByText('Paused before the next step.').waitFor({ timeout: RUN_MS });
    await reopen();
    await page.getByText(/^This run was interrupted\. /).waitFor();
    await page.getByText('interrupted', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
  });

  it('goes on with the answer to a question at which it was left', async () => {
    await gate().waitFor({ timeout: RUN_MS });
    await reopen();
    await gate().getByRole('button', { name: 'Yes, approve' }).click();
    await status(page, 'Success');
    expect(await running.problems()).toEqual([]);
  });
});
