import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { believing, prepare } from '../contract/loop/workshop.js';
import { bundleCommandLine, type CommandLine } from '../fixtures/loop/command-line.js';
import { TYPO } from '../fixtures/loop/projects.js';
import { launchApp, type RunningApp } from './launch.js';

describe('a campaign in the window', () => {
  let cli: CommandLine;
  let running: RunningApp;
  let page: Page;
  beforeAll(async () => {
    cli = await bundleCommandLine();
    const job = believing(prepare(cli, { edits: TYPO }));
    const args = ['campaign', 'make the ring pass', '--task', job.task, '--approve', 'all', '--json'];
    const env = { BENCHLOOP_MOCK_RESEARCHER: '1' };
    expect((await cli.run(args, { home: job.home, cwd: job.dir, env })).code).toBe(0);
    running = await launchApp({ home: job.home, args: ['--lang=en-US'] });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    cli.close();
  });

  it('shows its items with what their attempts came to, and opens the run that they rest on', async () => {
    await page.getByText('make the ring pass').first().click();
    const items = page.getByRole('region', { name: 'Items of the campaign' });
    await expect.poll(() => items.getByText('accepted: cases, regression').count()).toBe(1);
    expect(await items.getByText('done', { exact: true }).count()).toBe(1);
    expect(await items.getByText(/no case is held out/).count()).toBeGreaterThan(0);
    await items.getByRole('button', { name: /^Open run/ }).click();
    await expect.poll(() => page.getByRole('tab', { name: /^Tests/ }).count()).toBe(1);
  });
});
