import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type Cable, plugCable } from '../fixtures/serial/cable.js';
import { launchApp, type RunningApp } from './launch.js';

/** The window at its Console view, with two serial cables that can be opened in it. */
export interface ConsoleBench {
  readonly dir: string;
  readonly running: RunningApp;
  readonly page: Page;
  readonly cables: { readonly left: Cable; readonly right: Cable };
  readonly main: () => Locator;
  readonly lines: () => Locator;
  readonly card: (cable: Cable) => Locator;
  /** Resolves when a line has the text. */
  readonly shown: (text: string | RegExp) => Promise<void>;
  readonly open: (cable: Cable) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param home a data folder that is there; without it, a new one */
export async function consoleBench(home?: string): Promise<ConsoleBench> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-console-'));
  const running = await launchApp({ args: ['--lang=en-US'], ...(home === undefined ? {} : { home }) });
  const cables = { left: await plugCable(dir, 'left'), right: await plugCable(dir, 'right') };
  const { page } = running;
  if (home === undefined) await lookAt(page, 'Console');
  const lines = () => page.getByRole('region', { name: 'Lines of the open ports' });
  const card = (cable: Cable) => page.locator('.port-card').filter({ hasText: cable.device });
  return {
    ...{ dir, running, page, cables, lines, card },
    main: () => page.getByRole('main', { name: 'Console' }),
    shown: (text) => lines().getByText(text).first().waitFor(),
    open: async (cable) => {
      const form = page.getByRole('form', { name: 'Open a port' });
      await form.getByRole('combobox', { name: 'Port' }).fill(cable.device);
      await form.getByRole('button', { name: 'Open', exact: true }).click();
      await card(cable).getByText('Open', { exact: true }).waitFor();
    },
    close: async () => {
      await running.close();
      await cables.left.unplug();
      await cables.right.unplug();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export async function enter(box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await box.press('Enter');
}

/** Goes to another view by the toolbar. */
export const lookAt = (page: Page, view: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click();
