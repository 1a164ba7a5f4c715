import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type FlashStub, startFlashStub } from '../fixtures/flash-stub.js';
import { type GoldenHome, goldenHome } from '../golden/golden-home.js';
import { type ConsoleBench, consoleBench, enter, lookAt } from './console-bench.js';
import { putOffFirstQuestion } from './put-off.js';

/** A board whose debug server writes its flash; its port is a cable. */
const boardAt = (port: string, server: FlashStub) => ({
  id: 'stub',
  kind: 'board',
  title: 'A board with a debug server',
  find: { port },
  flash: {
    protocol: 'gdb',
    port: server.port,
    machine: 'arm',
    regions: [{ name: 'flash', start: 0x0800_0000, size: 0x1000, page: 0x100 }],
  },
  toolchainPrefix: 'arm-none-eabi-',
});

describe.runIf(process.platform === 'linux')('the views of the window', () => {
  let into: string;
  let bench: ConsoleBench;
  let page: Page;
  let stub: FlashStub;
  /** What the system's dialog answers. */
  let image: string;
  let delivered: GoldenHome;
  let interrupted: GoldenHome;
  const gate = () => page.getByRole('alertdialog', { name: 'Your approval is needed' });
  const runs = () => page.getByRole('tree', { name: 'Runs' }).getByRole('treeitem');
  const header = () => page.locator('.run-header');
  const tab = (name: string | RegExp) => page.getByRole('tab', { name }).click();
  const show = async (goal: string): Promise<void> => {
    await lookAt(page, 'Runs');
    await runs().filter({ hasText: goal }).first().click();
  };

  beforeAll(async () => {
    into = mkdtempSync(path.join(tmpdir(), 'benchloop-views-'));
    delivered = await goldenHome('delivered', into);
    interrupted = await goldenHome('interrupted', into);
    for (const name of ['session', 'roundtable', 'waiting-patch'] as const) await goldenHome(name, into);
    stub = await startFlashStub('none');
    bench = await consoleBench(delivered.home);
    page = bench.page;
    image = path.join(into, 'image.bin');
    writeFileSync(image, Buffer.alloc(600, 0x5a));
    await bench.running.app.evaluate(({ dialog }, file) => {
      const answer = { canceled: false, filePaths: [file], bookmarks: [] };
      Object.assign(dialog, { showOpenDialog: () => Promise.resolve(answer) });
    }, image);
  });
  afterAll(async () => {
    await bench?.close();
    await stub?.close();
    rmSync(into, { recursive: true, force: true });
  });

  it('ask what a run waits for, part by part, and give the focus back', async () => {
    await putOffFirstQuestion(page);
    await page.getByRole('button', { name: 'Show the question' }).click();
    await gate().getByText('Apply this patch', { exact: false }).first().waitFor();
    await page.keyboard.press('Enter');
    expect(await gate().isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await gate().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the question' }).click();
    await gate().getByRole('button', { name: 'Yes, approve' }).click();
    await gate().getByText('Write the branch', { exact: false }).first().waitFor();
    await gate().getByRole('button', { name: 'No, refuse' }).click();
    await gate().waitFor({ state: 'detached' });
  });

  it('show of a run its change, every case, the console and the report', async () => {
    await page
      .getByRole('treeitem')
      .filter({ hasText: delivered.run })
      .first()
      .waitFor({ state: 'attached' });
    await runs()
      .filter({ hasText: String(delivered.lines.at(-1)?.of) })
      .last()
      .click();
    await header().getByText('Success', { exact: true }).waitFor();
    await tab('Diff');
    await page.getByText('Files: 1, lines: +1 −1').waitFor();
    await tab('Tests');
    await page.getByText('4 of 4 cases pass').waitFor();
    await tab('Console');
    await page.getByRole('region', { name: 'Console of the target' }).locator('.line').first().waitFor();
    await tab('Report');
    await page
      .getByRole('region', { name: 'Report' })
      .getByText(/^benchloop\//)
      .waitFor();
  });

  it('light the path in the diagram, narrow the trace to a state, and move in it by keys', async () => {
    const grid = page.getByRole('grid', { name: 'Decision trace' });
    await page.getByRole('button', { name: /^PATCH_APPLY, entered 1 time/ }).click();
    await expect.poll(() => grid.getByRole('row').count()).toBe(3);
    await page.getByRole('main').getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => grid.getByRole('row').count()).toBeGreaterThan(10);
    await grid.locator('[role=row][tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('region', { name: 'Transition 1', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Transition 2', exact: true }).waitFor();
  });

  it('take an interrupted run up again', async () => {
    await runs().filter({ hasText: 'interrupted' }).first().click();
    await page.getByText(/^This run was interrupted\. /).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await header().getByText('Success', { exact: true }).waitFor();
    expect(readFileSync(path.join(interrupted.repo, '.git', 'HEAD'), 'utf8')).toContain('main');
  });

  it('show the rounds of a roundtable, and a conversation that goes on', async () => {
    await runs().filter({ hasText: 'Goal of roundtable' }).first().click();
    await tab(/^Rounds/);
    await page.getByRole('region', { name: 'Rounds of the roundtable' }).waitFor();
    await show('list files');
    const talk = page.getByRole('region', { name: 'Conversation' });
    await talk
      .getByRole('article', { name: 'Call 1: list_files' })
      .getByText('done', { exact: true })
      .waitFor();
    await enter(page.getByLabel('Next message'), 'list boards');
    await talk
      .getByRole('article', { name: 'Call 2: list_boards' })
      .getByText('done', { exact: true })
      .waitFor();
  });

  it('hand a prompt to a person, and take the reply', async () => {
    await page.getByRole('button', { name: 'Ask…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask' });
    await dialog.getByLabel('What should be done?').fill('What does ring_put do?');
    await dialog.getByLabel('Repository folder', { exact: true }).fill(delivered.repo);
    await dialog.getByRole('radio', { name: /^By hand/ }).check();
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    const asked = page.getByRole('region', { name: 'The run asks you' });
    await asked.getByRole('button', { name: /^Copy the prompt/ }).click();
    await asked.getByText('Copied.').waitFor();
    await asked
      .getByLabel('The reply of the model')
      .fill(JSON.stringify({ constraints: [], questions: ['Which one?'] }));
    await asked.getByRole('button', { name: 'Give the reply' }).click();
    await asked.getByText('1. Which one?').waitFor();
  });

  it('flash a board once a person agreed, and have every byte compared', async () => {
    mkdirSync(path.join(delivered.home, 'profiles'));
    const profile = boardAt(bench.cables.left.device, stub);
    writeFileSync(path.join(delivered.home, 'profiles', 'stub.yaml'), stringify(profile));
    await lookAt(page, 'Flash');
    await page.getByLabel('Profile').selectOption('stub');
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await page.getByText(image).first().waitFor();
    await page.getByLabel('Address of its first byte').fill('0x8000000');
    await page.getByText('600 bytes').first().waitFor();
    await page.getByRole('button', { name: 'Flash…', exact: true }).click();
    await gate().getByRole('button', { name: 'Yes, approve' }).click();
    await page.getByText('Written, and every byte read back and compared.').waitFor();
    expect(stub.flash.subarray(0, 600)).toEqual(Buffer.alloc(600, 0x5a));
  });

  it('show what a port says, send to it, filter and search its lines', async () => {
    const { left } = bench.cables;
    const main = page.getByRole('main', { name: 'Console' });
    await lookAt(page, 'Console');
    await bench.open(left);
    await left.say('boot \u001b[2J\u001b[31mred\u202e\r\ntemp=1\nnoise\ntemp=2\n');
    await bench.shown(/boot <ESC>\[2Jred<U\+202E>/);
    const form = page.getByRole('form', { name: 'Send' });
    await form.getByRole('combobox', { name: 'Line end' }).selectOption('CR LF');
    await enter(form.getByRole('textbox', { name: 'Text to send' }), 'help');
    await left.heard('help\r\n');
    await main.getByRole('textbox', { name: 'Only lines with' }).fill('^temp(');
    await main.getByText('Character 6: this “(” is never closed').waitFor();
    await enter(main.getByRole('textbox', { name: 'Only lines with' }), '^temp');
    await page.getByText('2 lines', { exact: true }).waitFor();
    await main.getByRole('button', { name: 'Remove ^temp' }).click();
    await main.getByRole('button', { name: 'Search' }).click();
    const found = page.getByRole('region', { name: 'Search' });
    await enter(found.getByRole('textbox', { name: 'Expression' }), 'NOISE$');
    await found.getByRole('button', { name: 'noise' }).click();
    await bench.lines().locator('.row-marked').getByText('noise', { exact: true }).waitFor();
    await main.getByRole('button', { name: 'Search' }).click();
    await main.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'bytes of left' });
    await page.getByText('62 6f 6f 74', { exact: false }).waitFor();
    await main.getByRole('combobox', { name: 'Show' }).selectOption('lines');
  });

  it('colour the lines of a port, decode its faults, plot its numbers, and write them to a file', async () => {
    const { left } = bench.cables;
    const main = page.getByRole('main', { name: 'Console' });
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
    await press('Colours');
    const rules = page.getByRole('region', { name: 'Colours' });
    await enter(rules.getByRole('textbox', { name: 'Expression' }), '^noise$');
    await bench.lines().locator('.text-red').getByText('noise').waitFor();
    await press('Colours');
    await left.say('HardFault\nPC : 08001234\nCFSR: 02000000\n');
    await bench.shown('PC : 08001234');
    const line = bench.lines().locator('.row-line').filter({ hasText: 'HardFault' });
    await line.getByRole('button', { name: 'Point at this line' }).click();
    await press('Fault');
    const fault = page.getByRole('region', { name: 'Fault' });
    await fault.getByRole('button', { name: 'Decode' }).click();
    await fault.getByText('0x08001234').waitFor();
    await press('Fault');
    for (let i = 0; i < 5; i += 1) await left.say(`volt:${i}\n`);
    await press('Plot');
    await page.getByRole('region', { name: 'Plot' }).getByRole('img', { name: /volt/ }).waitFor();
    await press('Plot');
    await press('Export');
    await page
      .getByRole('region', { name: 'Export' })
      .getByRole('button', { name: 'Write to a file…' })
      .waitFor();
    await press('Export');
  });

  it('speak Chinese when asked to, and dark; list the shortcuts and the runtime', async () => {
    await lookAt(page, 'Runs');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: '简体中文' }).check();
    await page.getByRole('radio', { name: '深色' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '演示…' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    await page.getByRole('button', { name: '设置' }).click();
    await page.getByRole('radio', { name: 'English' }).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Resume the run').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'About' }).click();
    await page
      .getByRole('dialog', { name: 'About Benchloop' })
      .getByText(/Chromium \d+/)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('keep what was typed for a run where its task file is wrong; offer the demos', async () => {
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New run' });
    await dialog.getByRole('textbox', { name: 'Task file' }).fill('/no/such/task.yaml');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('alert').getByText('there is no such task file').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await page
      .getByRole('dialog', { name: 'Run a demo' })
      .getByRole('button', { name: 'Run this demo' })
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await bench.running.problems()).toEqual([]);
  });
});
