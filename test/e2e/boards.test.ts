import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drivesOf } from '../../electron/lab/boards/drives.js';
import { noteHealth, takeLease } from '../../electron/lab/boards/lease.js';
import { listBoards, withBoardRegistry } from '../../electron/lab/boards/registry.js';
import { thisProcess } from '../../electron/lab/this-process.js';
import { ok } from '../../shared/problem.js';
import { launchApp, type RunningApp } from './launch.js';

describe('the boards in the window', () => {
  let root: string;
  let running: RunningApp;
  let page: Page;
  const home = () => path.join(root, 'home');
  const ids = async (): Promise<string[]> => {
    const boards = await withBoardRegistry(home(), listBoards);
    return boards.ok ? boards.value.map(({ id }) => id) : [];
  };
  const row = (id = '') => page.getByRole('row', { name: id });
  const focused = () =>
    page.evaluate(() => {
      const has = document.activeElement;
      return has?.id === 'main' ? 'main' : has?.textContent;
    });

  beforeAll(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'benchloop-boards-'));
    running = await launchApp({ home: home(), args: ['--lang=en-US'] });
    page = running.page;
  });
  afterAll(async () => {
    await running?.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('are none at first, and it says how there come to be some', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Boards' }).click();
    await page.getByText('No board is known yet.').waitFor();
    await page.getByText(/^A board is known from its first flash on/).waitFor();
    await page.getByRole('region', { name: 'This computer' }).getByText('serialport: loads').waitFor();
  });

  it('come from a hardware map, with what became of each entry', async () => {
    const map = path.join(root, 'map.yaml');
    writeFileSync(map, '- {id: 000683, platform: nrf52840dk/nrf52840, runner: jlink}\n- {id: X}\n');
    await running.app.evaluate(({ dialog }, file) => {
      const answer = { canceled: false, filePaths: [file], bookmarks: [] };
      Object.assign(dialog, { showOpenDialog: () => Promise.resolve(answer) });
    }, map);
    await page.getByRole('button', { name: 'Import a hardware map…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '1 board imported' });
    await dialog.getByText('Entry 2 was left out: it does not say its platform').waitFor();
    await dialog.getByText('not used: runner').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Import a hardware map…');
    const [id] = await ids();
    await row(id).getByText('not plugged in').waitFor();
    await row(id).getByText('free').waitFor();
  });

  it('count as driving something until a person says that they do not, and again once that is taken back', async () => {
    const [id = ''] = await ids();
    const toggle = page.getByRole('button', { name: `${id} drives nothing` });
    for (const [pressed, drives] of [
      ['true', 'nothing'],
      ['false', 'actuators'],
    ]) {
      await toggle.click();
      await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe(pressed);
      expect(drivesOf(home(), id)).toBe(drives);
    }
  });

  it('are told out of use as soon as that is so, and released when a person says so', async () => {
    const [id = ''] = await ids();
    const problem = { code: 'TEST_ENV_FAILURE', message: 'no banner' } as const;
    await withBoardRegistry(home(), (store) => {
      for (let times = 0; times < 3; times += 1) noteHealth(store, id, problem);
      return ok(undefined);
    });
    await row(id).getByText('Takes no runs: 3 failed health checks, last: no banner').waitFor();
    await row(id)
      .getByRole('button', { name: `Release ${id}` })
      .click();
    const dialog = page.getByRole('dialog', { name: `Release ${id}?` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Release…');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'It is good and free' }).click();
    await row(id).getByText('free').waitFor();
    await expect.poll(focused).toBe('main');
  });

  it('are taken from a run that works on them only by a person who was told so', async () => {
    const [id = ''] = await ids();
    const claim = { board: id, owner: 'run r1', process: thisProcess(), ttlMs: 600_000 };
    await withBoardRegistry(home(), (store) => takeLease(store, claim, () => true, Date.now()));
    await row(id).getByText('held by run r1').waitFor();
    await row(id)
      .getByRole('button', { name: `Release ${id}` })
      .click();
    const dialog = page.getByRole('dialog', { name: `Release ${id}?` });
    await dialog.getByText(/that run fails/).waitFor();
    await dialog.getByRole('button', { name: 'Take it away all the same' }).click();
    await row(id).getByText('free').waitFor();
  });

  it('refuses a map that is none, and says what was wrong with it', async () => {
    const map = path.join(root, 'no-map.yaml');
    writeFileSync(map, 'boards: none\n');
    await running.app.evaluate(({ dialog }, file) => {
      const answer = { canceled: false, filePaths: [file], bookmarks: [] };
      Object.assign(dialog, { showOpenDialog: () => Promise.resolve(answer) });
    }, map);
    await page.getByRole('button', { name: 'Import a hardware map…' }).click();
    await page.getByRole('alert').getByText('expected one of boards', { exact: false }).waitFor();
    expect(await running.problems()).toEqual([]);
  });
});
