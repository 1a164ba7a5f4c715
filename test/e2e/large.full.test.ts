import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ringProject, writeTask } from '../fixtures/loop/projects.js';
import { launchApp, type RunningApp } from './launch.js';

const CASES = 3000;
const program = path.join(import.meta.dirname, '../../dist/cli.js');

/** A finished run of many cases, on a repository with work that was not committed. */
function finishedRun(home: string, dir: string): void {
  const repo = ringProject(path.join(dir, 'fw'));
  writeFileSync(path.join(repo, 'notes.txt'), 'not committed');
  const script = `i=1; echo 1..${CASES}; while [ $i -le ${CASES} ]; do echo "ok $i - case_$i"; i=$((i+1)); done`;
  const task = writeTask(path.join(dir, 'task.yaml'), './fw', {
    goal: 'All of \u202ethem pass',
    test: { command: ['sh', '-c', script], cases: ['case_*'] },
  });
  const env = { ...process.env, BENCHLOOP_HOME: home };
  execFileSync(process.execPath, [program, 'run', task, '--approve', 'all'], { env });
}

describe('a large run in the window', () => {
  let root: string;
  let running: RunningApp;
  let page: Page;

  beforeAll(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'benchloop-large-'));
    mkdirSync(path.join(root, 'user'));
    finishedRun(path.join(root, 'home'), path.join(root, 'user'));
    running = await launchApp({ home: path.join(root, 'home'), args: ['--lang=en-US'] });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('says that uncommitted work took no part, and which commit did', async () => {
    await page
      .locator('.run-header')
      .getByText(/^1 uncommitted file takes no part: the run works on commit [0-9a-f]{12}$/)
      .waitFor();
  });

  it('shows in the list of runs what would turn its text around', async () => {
    await page.getByRole('navigation', { name: 'Runs' }).getByText('All of <U+202E>them pass').waitFor();
  });

  it('has only the visible cases in the page, and every case within reach of the keys', async () => {
    await page.getByRole('tab', { name: 'Tests' }).click();
    const table = page.getByRole('table');
    await table.getByText('case_1', { exact: true }).waitFor();
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe(String(CASES + 1));
    expect(await table.getByRole('row').count()).toBeLessThan(120);
    await page.getByRole('region', { name: 'Test results' }).focus();
    await page.keyboard.press('End');
    await table.getByText(`case_${CASES}`, { exact: true }).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(120);
    await page.getByRole('checkbox', { name: 'Only those that do not pass' }).check();
    await page.getByText('Every case passes.', { exact: true }).waitFor();
  });

  it('shows all cases again from wherever the list was', async () => {
    await page.getByRole('checkbox', { name: 'Only those that do not pass' }).uncheck();
    await page.getByRole('table').getByText('case_1', { exact: true }).waitFor();
  });

  const DIALOGS = ['New run', 'Demo', 'Settings', 'Keyboard shortcuts', 'About'];
  it.each(DIALOGS)('gives the focus back to the button that opened “%s”', async (name) => {
    const opener = page.locator('.toolbar').getByRole('button', { name });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('has no error in its console', async () => {
    expect(await running.problems()).toEqual([]);
  });
});
