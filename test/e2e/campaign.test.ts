import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GoldenHome, goldenHome } from '../golden/golden-home.js';
import { launchApp, type RunningApp } from './launch.js';

const GOAL = 'make the ring pass and commit it';
const REHEARSAL = 'rehearse it';
const ASKING = 'make the ring pass, asking me';

describe('a campaign in the window', () => {
  let into: string;
  let job: GoldenHome;
  let running: RunningApp;
  let page: Page;
  const campaign = () => page.getByRole('region', { name: 'Campaign', exact: true });
  const part = (name: string) => campaign().getByRole('group', { name });
  const inTree = (goal: string) => page.getByRole('treeitem').filter({ hasText: goal }).first();
  const up = () => page.getByRole('navigation', { name: 'Belongs to' }).getByRole('button').first();

  beforeAll(async () => {
    into = mkdtempSync(path.join(tmpdir(), 'benchloop-campaign-'));
    job = await goldenHome('campaign', into);
    const env = { BENCHLOOP_MOCK_RESEARCHER: '1' };
    running = await launchApp({ home: job.home, args: ['--lang=en-US'], env });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    rmSync(into, { recursive: true, force: true });
  });

  it('shows its items, its plan, its design, its delivery with the caps, and what stays open', async () => {
    await inTree(GOAL).click();
    await part('Items').getByText('done', { exact: true }).waitFor();
    await part('Delivery').getByText('Lint').waitFor();
    expect(await part('Delivery').textContent()).toContain('Review0/5Lint0/3Tests0/3Commit0/2Deployment0/2');
    expect(
      await part('Open risks')
        .getByText(/no case is held out/)
        .count(),
    ).toBe(1);
    await part('What to do next')
      .getByText(/git merge benchloop\//)
      .waitFor();
    await part('Research').locator('summary').first().click();
    await part('Research').getByRole('button', { name: 'summary.md' }).first().click();
    await page.getByRole('dialog').getByText('MOCK').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  it('leads from a claim to the case, to the line of the console, and back up', async () => {
    await part('Claims and evidence')
      .getByRole('button', { name: /^ring_counts$/ })
      .click();
    await page.locator('tr[aria-current] th', { hasText: 'ring_counts' }).waitFor();
    await up().click();
    await part('Claims and evidence')
      .getByRole('button', { name: 'Show ring_counts in the console' })
      .click();
    expect(await page.locator('.line-target').textContent()).toContain('ring_counts');
    await up().click();
    await part('Delivery').getByRole('button', { name: 'Open the delivery' }).click();
    await page.getByRole('tab', { name: 'Delivery', selected: true }).waitFor();
    await up().click();
    await part('Items').waitFor();
  });

  it('is rehearsed with mocks from the window, each of which can be had fail', async () => {
    await page.getByRole('button', { name: 'Campaign…' }).click();
    await page.getByLabel('Goal, in one sentence').fill(REHEARSAL);
    await page.getByRole('radio', { name: /^Mocks/ }).check();
    await page.getByRole('button', { name: 'Start the campaign' }).click();
    await campaign().getByText('MOCK: nothing of this campaign is real.').waitFor();
    await part('Claims and evidence').getByText('MOCK: made up').first().waitFor();
    await page.getByText(/roles are played by mocks/).click();
    await page.getByRole('combobox', { name: 'Reviewer' }).selectOption('fails');
    await expect
      .poll(() => JSON.parse(readFileSync(path.join(job.home, 'mock.json'), 'utf8')))
      .toEqual({ REVIEWER: 'failure' });
    await page.getByRole('combobox', { name: 'Reviewer' }).selectOption('succeeds');
  });

  it('shows what a run below asks, and leads to it', async () => {
    await page.getByRole('button', { name: 'Campaign…' }).click();
    await page.getByLabel('Goal, in one sentence').fill(ASKING);
    await page.getByRole('textbox', { name: /^Task files/ }).fill(job.task);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Start the campaign' }).click();
    const asks = page.getByRole('region', { name: 'A run below asks you' });
    await asks.getByRole('button', { name: 'Go to the question' }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Later' }).click();
    await up().click();
    await page.getByRole('button', { name: 'Abort', exact: true }).click();
    await page.getByRole('button', { name: 'Abort the run' }).click();
    await page.getByText('CANCELLED').first().waitFor();
  });

  it('looks for unfinished goals alone', async () => {
    await page.getByRole('button', { name: 'Campaign…' }).click();
    await page.getByRole('button', { name: 'Only look for unfinished goals' }).click();
    await page.getByRole('heading', { name: 'resume', exact: true }).waitFor();
    await page
      .getByText(/nothing was resumed, and there is no goal/)
      .first()
      .waitFor();
    expect(await running.problems()).toEqual([]);
  });
});
