import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../fixtures/loop/projects.js';
import { type GoldenHome, goldenHome } from '../golden/golden-home.js';
import { launchApp, type RunningApp } from './launch.js';
import { putOffFirstQuestion } from './put-off.js';

const WAITING = ['waiting-build', 'waiting-patch', 'waiting-publish'] as const;

describe('what earlier runs left for the person', () => {
  let into: string;
  let doubtful: GoldenHome;
  /** What waits, by how long it does. */
  let longestFirst: string[];
  let running: RunningApp;
  let page: Page;
  const bar = () => page.getByRole('region', { name: 'Waiting for you' });
  const gate = () => page.getByRole('alertdialog', { name: 'Your approval is needed' });
  const runs = () => page.getByRole('tree', { name: 'Runs' }).getByRole('treeitem');
  const title = () =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());

  beforeAll(async () => {
    into = mkdtempSync(path.join(tmpdir(), 'benchloop-waiting-'));
    doubtful = await goldenHome('unproven', into);
    const asked = [];
    for (const name of WAITING)
      asked.push({ name, at: String((await goldenHome(name, into)).lines.at(-1)?.at) });
    asked.sort((a, b) => (a.at < b.at ? -1 : 1));
    longestFirst = asked.map(({ name }) => name);
    running = await launchApp({ home: doubtful.home, args: ['--lang=en-US'] });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    rmSync(into, { recursive: true, force: true });
  });

  /** The code of the question that is shown, another one for each. */
  const codeShown = async () => /Code ([0-9a-f]{8})/.exec((await gate().textContent()) ?? '')?.[1] ?? '';

  it('stands in one queue, with its number in the title', async () => {
    await expect.poll(title).toBe('(3) Benchloop');
    await putOffFirstQuestion(page);
    await bar().getByText('3 wait for you').waitFor();
    await bar().getByRole('button', { name: 'Show all' }).click();
    const items = bar().getByRole('listitem');
    await expect.poll(() => items.count()).toBe(3);
    for (const [at, name] of longestFirst.entries())
      await items.nth(at).getByText(`Goal of ${name}`).waitFor();
    await bar().getByRole('button', { name: 'Hide list' }).click();
  });

  it('is gone through by g, from any view, round and round', async () => {
    await page.getByRole('button', { name: 'Boards' }).first().click();
    const asked: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      await page.keyboard.press('g');
      // the window sets a title first, and a diff once it is laid out
      await expect.poll(async () => (await codeShown()) !== asked.at(-1)).toBe(true);
      asked.push(await codeShown());
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
    await runs().filter({ hasText: 'Goal of unproven' }).click();
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
    const message = git(doubtful.repo, 'log', '-1', '--format=%B', '--glob=refs/heads/benchloop/*');
    expect(message).toContain('Benchloop-Verdict: UNPROVEN');
    expect(await running.problems()).toEqual([]);
  });
});
