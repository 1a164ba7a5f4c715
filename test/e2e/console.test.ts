import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cable, plugCable } from '../fixtures/serial/cable.js';
import { launchApp, type RunningApp } from './launch.js';

describe.runIf(process.platform === 'linux')('the Console view', () => {
  let dir: string;
  let cables: { left: Cable; right: Cable };
  let running: RunningApp;
  let page: Page;
  const main = () => page.getByRole('main', { name: 'Console' });
  const lines = () => page.getByRole('region', { name: 'Lines of the open ports' });
  const card = (cable: Cable) => page.locator('.port-card').filter({ hasText: cable.device });
  const shown = (text: string | RegExp) => lines().getByText(text).first().waitFor();

  async function open(cable: Cable): Promise<void> {
    const form = page.getByRole('form', { name: 'Open a port' });
    await form.getByRole('combobox', { name: 'Port' }).fill(cable.device);
    await form.getByRole('button', { name: 'Open', exact: true }).click();
    await card(cable).getByText('Open', { exact: true }).waitFor();
  }

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-console-'));
    cables = { left: await plugCable(dir, 'left'), right: await plugCable(dir, 'right') };
    running = await launchApp({ args: ['--lang=en-US'] });
    page = running.page;
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Console' }).click();
  });
  afterAll(async () => {
    await running?.close();
    await cables?.left.unplug();
    await cables?.right.unplug();
    await rm(dir, { recursive: true, force: true });
  });

  it('says why a port does not open, and offers to try again', async () => {
    const form = page.getByRole('form', { name: 'Open a port' });
    await form.getByRole('combobox', { name: 'Port' }).fill('/dev/no-such-port');
    await form.getByRole('button', { name: 'Open', exact: true }).click();
    await main().getByText('there is no such port').waitFor();
    await main().getByRole('button', { name: 'Open again' }).waitFor();
    await main().getByRole('button', { name: 'Close /dev/no-such-port' }).click();
    await main().getByText('No port is open here.').waitFor();
  });

  it('opens a port, and shows its lines with their times; what acts on a terminal is seen', async () => {
    await open(cables.left);
    await cables.left.say('boot \u001b[31mred\u202e\r\nready\r\n');
    await shown('ready');
    await shown(/boot ␛\[31mred<U\+202E>/);
    expect(await lines().locator('.row-time').first().textContent()).toMatch(/^[+-]\d+\.\d{3}$/);
    await main().getByRole('combobox', { name: 'Time' }).selectOption('time of day');
    expect(await lines().locator('.row-time').first().textContent()).toMatch(/\d\d:\d\d:\d\d\.\d{3}$/);
    await main().getByRole('combobox', { name: 'Time' }).selectOption('since opening');
  });

  it('says that a port has no control lines', async () => {
    const dtr = card(cables.left).getByRole('button', { name: 'DTR' });
    expect(await dtr.isDisabled()).toBe(true);
    expect(await dtr.getAttribute('aria-description')).toBe('This port has no DTR, RTS or break.');
  });

  it('sends a line with the line end that was chosen, and bytes', async () => {
    const form = page.getByRole('form', { name: 'Send' });
    await form.getByRole('combobox', { name: 'Line end' }).selectOption('CR LF');
    await form.getByRole('textbox', { name: 'Text to send' }).fill('help');
    await page.keyboard.press('Enter');
    await cables.left.heard('help\r\n');
    await form.getByRole('combobox', { name: 'Line end' }).selectOption('none');
    await form.getByRole('checkbox', { name: 'hexadecimal' }).check();
    await form.getByRole('textbox', { name: 'Text to send' }).fill('7e 0x01');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await cables.left.heard('help\r\n~\u0001');
    await form.getByRole('checkbox', { name: 'hexadecimal' }).uncheck();
  });

  it('follows the end of a flood, has few lines in the page, and keys lead back to the first', async () => {
    const count = 50_000;
    await cables.left.say(Array.from({ length: count }, (_, i) => `line ${i}\n`).join(''));
    await shown(`line ${count - 1}`);
    expect(await lines().locator('.line').count()).toBeLessThan(200);
    await lines().focus();
    await page.keyboard.press('Home');
    await shown('line 0');
    await page.getByRole('button', { name: 'Follow' }).waitFor();
    await cables.left.say('after\n');
    await page.getByText(/^50,00\d lines/).waitFor();
    expect(await lines().getByText('after').count()).toBe(0);
    await page.keyboard.press('End');
    await shown('after');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  it('says that it waits for a device that was unplugged, and goes on when it is back', async () => {
    await cables.left.unplug();
    await card(cables.left)
      .getByText(/^Unplugged at .*, waiting for it/)
      .waitFor({ timeout: 3000 });
    await cables.left.plug();
    await card(cables.left).getByText('Open', { exact: true }).waitFor();
    await cables.left.say('again\n');
    await shown('again');
    await lines().getByText('plugged in again').waitFor();
  });

  it('has no error in its console', async () => {
    expect(await running.problems()).toEqual([]);
  });
});
