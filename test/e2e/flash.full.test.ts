import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import {
  avrdude,
  BOOT_START,
  type Board,
  buildBoard,
  buildHello,
  powerOn,
} from '../fixtures/simavr/optiboot-board.js';
import { launchApp, type RunningApp } from './launch.js';

/** A dump of the whole flash at 115200 baud, on a busy computer. */
const FLASH_MS = 180_000;
/** Long enough to be met while it is written: more than 10 s on this board. */
const LARGE_BYTES = 14 * 1024;

/** A program for the board, followed by bytes that tell one image from another. */
function largeImage(elf: string, file: string, mark: number): Buffer {
  execFileSync('avr-objcopy', ['-O', 'binary', elf, file]);
  const program = readFileSync(file);
  const image = Buffer.alloc(LARGE_BYTES, mark);
  program.copy(image);
  writeFileSync(file, image);
  return image;
}

describe.runIf(process.platform === 'linux')('flashing a board from the window', () => {
  let root: string;
  let board: Board;
  let running: RunningApp;
  let page: Page;
  let elf: string;
  const home = () => path.join(root, 'home');

  beforeAll(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'benchloop-flash-'));
    const files = await buildBoard(path.join(root, 'board'), 0);
    elf = await buildHello(path.join(root, 'hello'));
    // slow enough that a person, or a test on a busy computer, can do something meanwhile
    board = await powerOn(files, path.join(root, 'flash.bin'), 'slow=100');
    mkdirSync(path.join(home(), 'profiles'), { recursive: true });
    const profile = {
      id: 'uno',
      kind: 'board',
      title: 'ATmega328P with optiboot',
      find: { port: board.port },
      flash: {
        protocol: 'stk500v1',
        chip: '1e950f',
        machine: 'avr',
        entry: 'open',
        regions: [{ name: 'application', start: 0, size: BOOT_START, page: 128 }],
      },
      toolchainPrefix: 'avr-',
    };
    writeFileSync(path.join(home(), 'profiles', 'uno.yaml'), stringify(profile));
    await open();
  });
  afterAll(async () => {
    await running?.close();
    await board?.powerOff();
    rmSync(root, { recursive: true, force: true });
  });

  const look = (view: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: view }).click();
  async function open(): Promise<void> {
    running = await launchApp({ home: home(), args: ['--lang=en-US'] });
    page = running.page;
    await look('Flash');
  }
  /** Answers the system's dialog in its place, and asks for it. */
  async function pick(file: string): Promise<void> {
    await running.app.evaluate(({ dialog }, chosen) => {
      const answer = { canceled: false, filePaths: [chosen], bookmarks: [] };
      Object.assign(dialog, { showOpenDialog: () => Promise.resolve(answer) });
    }, file);
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await page.getByText(file).first().waitFor();
  }
  async function choose(file: string): Promise<void> {
    await page.getByLabel('Profile').selectOption('uno');
    await pick(file);
  }
  const begin = () => page.getByRole('button', { name: 'Flash…', exact: true });
  const gate = () => page.getByRole('alertdialog', { name: 'Your approval is needed' });
  const agree = async (): Promise<void> => {
    await gate().waitFor({ timeout: FLASH_MS });
    await gate().getByRole('button', { name: 'Yes, approve' }).click();
  };
  const done = () => page.getByText('Written, and every byte read back and compared.');
  const focused = () =>
    page.evaluate(() => {
      const has = document.activeElement;
      return has?.id === 'main' ? 'main' : has?.textContent;
    });
  /** What an independent tool reads from the board. */
  async function onBoard(bytes: number): Promise<Buffer> {
    const file = path.join(root, 'read.bin');
    // The process that owned the port lets go of it a moment after its last client has gone.
    await vi.waitFor(() => avrdude(board, `flash:r:${file}:r`), { timeout: FLASH_MS, interval: 500 });
    return readFileSync(file).subarray(0, bytes);
  }

  it('tells what would happen before it touches the board', async () => {
    await expect.poll(() => begin().isDisabled()).toBe(true);
    await choose(elf);
    const main = page.getByRole('main');
    await main.getByText(board.port).waitFor();
    await main.getByText('must be 1e950f; asked before the first write').waitFor();
    await main.getByText('is read and kept before the first write').waitFor();
    await main.getByText('reading every byte again').waitFor();
    const hash = execFileSync('sha256sum', [elf], { encoding: 'utf8' }).slice(0, 64);
    await main.getByText(hash).waitFor();
    await main.getByRole('rowheader', { name: /^0x00000000 – / }).waitFor();
    await expect.poll(() => begin().isEnabled()).toBe(true);
  });

  it('asks for no address of a file that is not what its name says: it would mend nothing', async () => {
    const file = path.join(root, 'wrong.hex');
    writeFileSync(file, 'no records');
    await pick(file);
    await page.getByText(/^it is named as HEX, and does not begin so/).waitFor();
    expect(await page.getByLabel('Address of its first byte').count()).toBe(0);
  });

  it('refuses an image outside of the regions, and asks for the address that a file of bytes lacks', async () => {
    const file = path.join(root, 'large.bin');
    largeImage(elf, file, 1);
    await pick(file);
    const base = page.getByLabel('Address of its first byte');
    await base.waitFor();
    await expect.poll(() => begin().isDisabled()).toBe(true);
    await base.fill('0x7000');
    await page.getByText('IMAGE_REFUSED').waitFor();
    await expect.poll(() => begin().isDisabled()).toBe(true);
    await base.fill('0x0');
    await page.getByText('IMAGE_REFUSED').waitFor({ state: 'detached' });
    await page.getByText(`${LARGE_BYTES} of ${BOOT_START} bytes of application`).first().waitFor();
    await expect.poll(() => begin().isEnabled()).toBe(true);
  });

  it('writes nothing before a person agreed, and gives the focus back when that is put off', async () => {
    await choose(elf);
    await begin().click();
    await gate().waitFor({ timeout: FLASH_MS });
    await expect.poll(focused).toBe('Your approval is needed');
    await gate()
      .getByText(/ with hello\.elf\?$/)
      .waitFor();
    await gate().getByText('chip: 1e950f').waitFor();
    await page.keyboard.press('Escape');
    await gate().waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('main');
    await page.getByRole('button', { name: 'Show the question' }).focus();
    await page.keyboard.press('Enter');
    await gate().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Show the question');
  });

  it('is found running by a page that is loaded again, and verifies what it wrote', async () => {
    await page.reload();
    // The page comes back to its view, and to the question in front of it.
    await agree();
    await done().waitFor({ timeout: FLASH_MS });
    const program = path.join(root, 'hello.bin');
    execFileSync('avr-objcopy', ['-O', 'binary', elf, program]);
    const wanted = readFileSync(program);
    expect(await onBoard(wanted.length)).toEqual(wanted);
    expect(await running.problems()).toEqual([]);
  });

  it('stops at a safe point when it is cancelled, and says that the board holds a part', async () => {
    await page.getByRole('button', { name: 'Flash again or another' }).click();
    await choose(path.join(root, 'large.bin'));
    await page.getByLabel('Address of its first byte').fill('0');
    await begin().click();
    await agree();
    await page.getByText(/^\d+ of 14336 bytes$/).waitFor({ timeout: FLASH_MS });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/the board holds a part of the image/).waitFor({ timeout: FLASH_MS });
  });

  it('restores the last good image from the boards, by the same agreement', async () => {
    await look('Boards');
    await page.getByRole('button', { name: /^Restore the last good image of uno-/ }).click();
    await page.getByText(/^Last good image of uno-/).waitFor();
    await begin().click();
    await gate()
      .getByText(/ with the last good image\?$/)
      .waitFor({ timeout: FLASH_MS });
    await agree();
    await done().waitFor({ timeout: FLASH_MS });
    const wanted = readFileSync(path.join(root, 'hello.bin'));
    expect(await onBoard(wanted.length)).toEqual(wanted);
  });

  it('is finished before a closed window is gone', async () => {
    await page.getByRole('button', { name: 'Flash again or another' }).click();
    const file = path.join(root, 'large.bin');
    const image = largeImage(elf, file, 2);
    await page.getByRole('button', { name: 'Take another image' }).click();
    await page.getByLabel('Address of its first byte').fill('0');
    await begin().click();
    await agree();
    await page.getByText(/^\d+ of 14336 bytes$/).waitFor({ timeout: FLASH_MS });
    expect(await running.problems()).toEqual([]);
    await running.app.close();
    expect(await onBoard(image.length)).toEqual(image);
    await open();
  });
});
