import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branchesOf } from '../fixtures/delivery-scene.js';
import { goldenHome } from '../golden/golden-home.js';
import { launchApp, type RunningApp } from './launch.js';

describe('a delivery in the window', () => {
  let into: string;
  /** The run that converged, and what its delivery left. */
  let scene: { home: string; repo: string; run: string };
  let running: RunningApp;
  let page: Page;
  const panel = () => page.getByRole('region', { name: 'What each state of the delivery came to' });
  const row = (name: string) => panel().getByRole('row', { name: new RegExp(`^${name}`) });

  beforeAll(async () => {
    into = mkdtempSync(path.join(tmpdir(), 'benchloop-delivery-'));
    const { home, repo, lines } = await goldenHome('delivered', into);
    scene = { home, repo, run: String(lines.at(-1)?.of) };
    running = await launchApp({ home: scene.home, args: ['--lang=en-US'] });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    rmSync(into, { recursive: true, force: true });
  });

  it('shows what each state came to, with its commit', async () => {
    const [branch = ''] = branchesOf(scene);
    await row('Commit').getByText(branch).waitFor();
    await row('Tests').getByText('host: passed 4, failed 0').waitFor();
    await row('Review').getByText('rules: nothing against it').waitFor();
    expect(await row('Deployment').textContent()).toContain('not yet');
  });

  it('hears a message, refuses what cannot be, and says why', async () => {
    await page.getByRole('textbox', { name: 'Next message' }).fill('deploy it');
    await page.getByRole('button', { name: 'Send' }).click();
    await panel().getByText('deploy it').waitFor();
    await page.getByRole('tab', { name: /^Trace/ }).click();
    await page.getByText('not deployed: this delivery names no profile to deploy to').first().waitFor();
    expect(await running.problems()).toEqual([]);
  });

  it('is started from the view of its run', async () => {
    await page.getByRole('treeitem').filter({ hasText: scene.run }).last().click();
    await page.getByRole('button', { name: 'Deliver…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deliver' });
    await dialog.getByRole('checkbox', { name: /microbit-v2/ }).waitFor();
    for (const name of ['First build of this repository', 'Write outside the private clone'])
      await dialog.getByRole('checkbox', { name }).check();
    await dialog.getByRole('button', { name: 'Start the delivery' }).click();
    await row('Commit').getByText('benchloop/').waitFor();
    expect(branchesOf(scene)).toHaveLength(2);
  });
});
