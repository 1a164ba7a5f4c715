import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE, ringProject, TYPO, writeTask } from '../fixtures/loop/projects.js';
import { launchApp, type RunningApp } from './launch.js';

describe('what earlier runs left for the person', () => {
  let cli: CommandLine;
  let home: string;
  let dir: string;
  let running: RunningApp;
  let page: Page;
  const bar = () => page.getByRole('region', { name: 'Waiting for you' });
  const gate = () => page.getByRole('alertdialog', { name: 'Your approval is needed' });
  const runs = () => page.getByRole('tree', { name: 'Runs' }).getByRole('treeitem');
  const title = () =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());

  /** A run of a project of its own, on the command line. */
  async function left(name: string, o: { unproven?: boolean } = {}): Promise<void> {
    ringProject(path.join(dir, name), o.unproven ? OFF_BY_ONE : TYPO);
    const few = o.unproven ? { constraints: { searchTrials: 24 } } : {};
    const task = writeTask(path.join(dir, `${name}.yaml`), `./${name}`, { goal: `Goal of ${name}`, ...few });
    const ran = await cli.run(['run', task, '--approve', o.unproven ? 'all' : 'none', '--json'], {
      home,
      cwd: dir,
    });
    expect(ran.code, ran.stdout.slice(-1500)).toBe(o.unproven ? 1 : 4);
  }

  beforeAll(async () => {
    cli = await bundleCommandLine();
    home = cli.freshHome();
    dir = `${home}-user`;
    for (const folder of [home, dir]) mkdirSync(folder);
    // nothing is as sure as that
    writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0.99\n');
    await left('doubtful', { unproven: true });
    for (const name of ['one', 'two', 'three']) await left(name);
    running = await launchApp({ home, args: ['--lang=en-US'] });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    cli?.close();
  });

  it('stands in one queue, with its number in the title', async () => {
    await bar().getByText('3 wait for you').waitFor();
    await expect.poll(title).toBe('(3) Benchloop');
    await page.keyboard.press('Escape');
    await bar().getByRole('button', { name: 'Show all' }).click();
    const items = bar().getByRole('listitem');
    await expect.poll(() => items.count()).toBe(3);
    for (const [at, name] of ['one', 'two', 'three'].entries())
      await items.nth(at).getByText(`Goal of ${name}`).waitFor();
    await bar().getByRole('button', { name: 'Hide list' }).click();
  });

  it('is gone through by g, from any view, round and round', async () => {
    await page.getByRole('button', { name: 'Boards' }).first().click();
    const asked: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      await page.keyboard.press('g');
      await expect.poll(async () => (await gate().textContent()) !== asked.at(-1)).toBe(true);
      asked.push((await gate().textContent()) ?? '');
    }
    expect(new Set(asked.slice(0, 3)).size).toBe(3);
    expect(asked[3]).toBe(asked[0]);
  });

  it('becomes less with each answer', async () => {
    await gate().getByRole('button', { name: 'No' }).click();
    await bar().getByText('2 wait for you').waitFor();
    await expect.poll(title).toBe('(2) Benchloop');
  });

  it('has a run that is not proven show its outcome, its patches, and what can be done next', async () => {
    await page.keyboard.press('Escape');
    await runs().filter({ hasText: 'Goal of doubtful' }).click();
    await page.locator('.run-header').getByText('Failure', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^FAILURE, the run ended here/ }).waitFor();
    const next = page.getByRole('region', { name: 'What next?' });
    for (const name of [/^More time/, 'Ask a model…', 'Accept the patch…', 'Open the task file'])
      await next.getByRole('button', { name }).waitFor();
    await page.getByRole('tab', { name: 'Report' }).click();
    const report = page.getByRole('region', { name: 'Report' });
    await report.getByText('Patches that pass the visible cases').waitFor();
    await expect.poll(() => report.locator('.candidates > li').count()).toBeGreaterThan(0);
    await report
      .getByText(/passes, not sure enough/)
      .first()
      .waitFor();
  });

  it('publishes its patch once a person accepts it, and stays what it is', async () => {
    await page.getByRole('button', { name: 'Accept the patch…' }).click();
    await gate()
      .getByText(/though the patch is not proven/)
      .waitFor();
    await gate()
      .getByText(/NOT PROVEN: patch 1 of/)
      .waitFor();
    await gate().getByRole('button', { name: 'Yes, approve' }).click();
    await gate().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Accept the patch…' }).waitFor({ state: 'detached' });
    await page.locator('.run-header').getByText('Failure', { exact: true }).waitFor();
    const message = git(
      path.join(dir, 'doubtful'),
      'log',
      '-1',
      '--format=%B',
      '--glob=refs/heads/benchloop/*',
    );
    expect(message).toContain('Benchloop-Verdict: UNPROVEN');
    expect(await running.problems()).toEqual([]);
  });
});
