import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takePort } from '../fixtures/serial/take-port.js';
import { type ConsoleBench, consoleBench, enter } from './console-bench.js';

describe.runIf(process.platform === 'linux')('the Console view', () => {
  let bench: ConsoleBench;
  let page: ConsoleBench['page'];
  let cables: ConsoleBench['cables'];
  const main = () => bench.main();
  const lines = () => bench.lines();
  const only = () => main().getByRole('textbox', { name: 'Only lines with' });
  const card: ConsoleBench['card'] = (cable) => bench.card(cable);
  const shown: ConsoleBench['shown'] = (text) => bench.shown(text);
  const open: ConsoleBench['open'] = (cable) => bench.open(cable);

  beforeAll(async () => {
    bench = await consoleBench();
    ({ page, cables } = bench);
  });
  afterAll(() => bench?.close());

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
    await cables.left.say('boot \u001b[2J\u001b[31mred\u202e\r\nready\r\n');
    await shown('ready');
    await shown(/boot <ESC>\[2Jred<U\+202E>/);
    await expect.poll(() => lines().locator('.sgr-red').allTextContents()).toEqual(['red']);
    await expect.poll(() => lines().locator('.row-time').first().textContent()).toMatch(/^[+-]\d+\.\d{3}$/);
    await main().getByRole('combobox', { name: 'Time' }).selectOption('time of day');
    await expect
      .poll(() => lines().locator('.row-time').first().textContent())
      .toMatch(/\d\d:\d\d:\d\d\.\d{3}$/);
    await main().getByRole('combobox', { name: 'Time' }).selectOption('since opening');
  });

  it('says that a port has no control lines', async () => {
    const dtr = card(cables.left).getByRole('button', { name: 'DTR' });
    await expect.poll(() => dtr.isDisabled()).toBe(true);
    await expect.poll(() => dtr.getAttribute('aria-description')).toBe('This port has no DTR, RTS or break.');
  });

  it('sends a line with the line end that was chosen, and bytes', async () => {
    const form = page.getByRole('form', { name: 'Send' });
    await form.getByRole('combobox', { name: 'Line end' }).selectOption('CR LF');
    await enter(form.getByRole('textbox', { name: 'Text to send' }), 'help');
    await cables.left.heard('help\r\n');
    await form.getByRole('checkbox', { name: 'hexadecimal' }).check();
    await form.getByRole('textbox', { name: 'Text to send' }).fill('7e 0x01');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await cables.left.heard('help\r\n~\u0001');
    await form.getByRole('checkbox', { name: 'hexadecimal' }).uncheck();
    await form.getByRole('combobox', { name: 'Line end' }).selectOption('none');
  });

  it('follows the end of a flood, has few lines in the page, and keys lead back to the first', async () => {
    const count = 50_000;
    await cables.left.say(Array.from({ length: count }, (_, i) => `line ${i}\n`).join(''));
    await shown(`line ${count - 1}`);
    await expect.poll(() => lines().locator('.line').count()).toBeLessThan(200);
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
    await cables.left.say('prompt> ');
    await shown('prompt>');
    await cables.left.unplug();
    await card(cables.left)
      .getByText(/^Unplugged at .*, waiting for it/)
      .waitFor();
    await cables.left.plug();
    await card(cables.left).getByText('Open', { exact: true }).waitFor();
    await cables.left.say('again\n');
    await shown('again');
    await expect
      .poll(() => lines().locator('.row-text').last().textContent())
      .toMatch(/^prompt> \+\d+\.\d+ unplugged: .*plugged in againagain$/);
  });

  it('shows only the lines that the filters let through which are on, and says where one is wrong', async () => {
    const filters = main().getByRole('list', { name: 'Filters' });
    await cables.left.say(`temp=1\nnoise\ntemp=2\n${'a'.repeat(64)}!\n`);
    await only().fill('^temp(');
    await main().getByText('Character 6: this “(” is never closed').waitFor();
    await enter(only(), '^temp');
    await shown('temp=2');
    await enter(only(), 'noise');
    await page.getByText('3 lines', { exact: true }).waitFor();
    await enter(main().getByRole('textbox', { name: 'Not with' }), '=1');
    await page.getByText('2 lines', { exact: true }).waitFor();
    await filters.getByRole('checkbox', { name: 'Only lines with noise' }).uncheck();
    await page.getByText('1 line', { exact: true }).waitFor();
    await filters.getByRole('button', { name: 'Remove =1' }).click();
    await page.getByText('2 lines', { exact: true }).waitFor();
    await enter(main().getByRole('textbox', { name: 'Not with' }), 'TEMP');
    await page.getByText('2 lines', { exact: true }).waitFor();
    await main().getByRole('checkbox', { name: 'ignore case' }).check();
    await page.getByText('0 lines', { exact: true }).waitFor();
    await main().getByRole('checkbox', { name: 'ignore case' }).uncheck();
    await filters.getByRole('button', { name: 'Remove TEMP' }).click();
  });

  it('takes the last filter back to be mended, and gives one up that takes for ever', async () => {
    await lines().focus();
    await page.keyboard.press('/');
    await page.keyboard.press('Backspace');
    await expect.poll(() => only().inputValue()).toBe('noise');
    await only().fill('');
    await page.keyboard.press('Backspace');
    await enter(only(), '^(a+)+$');
    await main().getByText('An expression takes too long for a line').waitFor();
    await page.keyboard.press('Backspace');
    await page.getByText('50,008 lines').waitFor();
    await only().fill('');
  });

  it('finds a line among all, and leads to it', async () => {
    await main().getByRole('button', { name: 'Search' }).click();
    const panel = page.getByRole('region', { name: 'Search' });
    await enter(panel.getByRole('textbox', { name: 'Expression' }), 'LINE 123$');
    await panel.getByText('1 line found · everything was looked at').waitFor();
    await panel.getByRole('button', { name: 'line 123' }).click();
    await lines().locator('.row-marked').getByText('line 123', { exact: true }).waitFor();
    await enter(only(), '^temp');
    await shown('temp=2');
    await panel.getByRole('button', { name: 'line 123' }).click();
    await panel.getByText(/^A filter hides this line/).waitFor();
    await main().getByRole('button', { name: 'Remove ^temp' }).click();
    await panel.getByText(/^A filter hides this line/).waitFor({ state: 'detached' });
    await main().getByRole('button', { name: 'Search' }).click();
    await lines().focus();
    await page.keyboard.press('End');
  });

  it('shows the lines of a second port in the order in which they came, beside those of the first', async () => {
    await page.getByRole('button', { name: 'Another port…' }).click();
    await open(cables.right);
    await cables.right.say('from the right\n');
    await shown('from the right');
    await cables.left.say('then the left\n');
    await shown('then the left');
    const last = async () => (await lines().locator('.row-text').allTextContents()).slice(-2);
    await expect
      .poll(last)
      .toEqual([expect.stringContaining('from the right'), expect.stringContaining('then the left')]);
    const x = async (text: string) => (await lines().getByText(text).boundingBox())?.x ?? Number.NaN;
    const indent = async () => (await x('from the right')) - (await x('then the left'));
    await expect.poll(indent).toBeGreaterThan(0);
    await main().getByRole('combobox', { name: 'Ports' }).selectOption('interleaved');
    await expect.poll(indent).toBe(0);
  });

  it('shows the bytes of a port', async () => {
    await main().getByRole('combobox', { name: 'Show' }).selectOption({ label: 'bytes of right' });
    await page.getByText('66 72 6f 6d 20 74 68 65', { exact: false }).waitFor();
    expect(
      await main()
        .getByRole('combobox', { name: /Time|Ports/ })
        .count(),
    ).toBe(0);
    await main().getByRole('combobox', { name: 'Show' }).selectOption('lines');
  });

  it('colours lines, and keeps colours and macros for the next time', async () => {
    await main().getByRole('button', { name: 'Colours' }).click();
    const rules = page.getByRole('region', { name: 'Colours' });
    await enter(rules.getByRole('textbox', { name: 'Expression' }), 'left$');
    await lines().locator('.text-red').getByText('then the left').waitFor();
    await main().getByRole('button', { name: 'Macros…' }).click();
    await page.getByRole('textbox', { name: 'Text to send' }).fill('reset now');
    await page.getByRole('textbox', { name: 'Name of a macro' }).fill('Reset');
    await page.getByRole('button', { name: 'Keep the text above' }).click();
    await main().getByRole('button', { name: 'Macros…' }).click();
    await main().getByRole('button', { name: 'Close', exact: false }).first().click();
    await page.getByRole('button', { name: 'Another port…' }).click();
    await open(cables.left);
    await lines().locator('.text-red').getByText('then the left').waitFor();
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('left');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await cables.left.heard('help\r\n~\u0001reset now');
  });

  it('pauses while somebody else has the wire, and says who', async () => {
    const taken = await takePort(cables.right.device);
    await card(cables.right)
      .getByText(/^Paused since .*: a test uses the port/)
      .waitFor();
    await taken.giveBack();
    await card(cables.right).getByText('Open', { exact: true }).waitFor();
    await cables.right.say('console again\n');
    await lines()
      .getByText(/^resumed; 0 bytes/)
      .waitFor();
    await shown('console again');
  });

  it('decodes the fault that a line begins, and says that it knows no symbols', async () => {
    await cables.left.say('HardFault\nPC : 08001234\nLR : 08004321\nCFSR: 02000000\n');
    await shown('PC : 08001234');
    const line = lines().locator('.row-line').filter({ hasText: 'HardFault' });
    await line.getByRole('button', { name: 'Point at this line' }).click();
    await main().getByRole('button', { name: 'Fault', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Fault' });
    await panel.getByRole('button', { name: 'Decode' }).click();
    await panel.getByText('HardFault', { exact: true }).waitFor();
    await panel.getByText('0x08001234').waitFor();
    await panel.getByText('No symbols are known of what this board runs').waitFor();
    await main().getByRole('button', { name: 'Fault', exact: true }).click();
  });

  it('plots the numbers of lines', async () => {
    for (let i = 0; i < 20; i += 1) await cables.left.say(`volt:${i} amp=${20 - i}\n`);
    await main().getByRole('button', { name: 'Plot' }).click();
    const panel = page.getByRole('region', { name: 'Plot' });
    const drawn = panel.getByRole('img', { name: /volt/ });
    await drawn.waitFor();
    const paths = () => panel.locator('path').count();
    const all = await paths();
    await panel.getByRole('checkbox', { name: /volt/ }).uncheck();
    await expect.poll(paths).toBe(all - 1);
    await main().getByRole('button', { name: 'Plot' }).click();
  });

  it('writes what ports said into a file, merged, of one with and without times, and as it came', async () => {
    await main().getByRole('button', { name: 'Export' }).click();
    const panel = page.getByRole('region', { name: 'Export' });
    const written = async (format: string): Promise<string> => {
      const file = path.join(bench.dir, `export-${format.length}`);
      await bench.running.app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      }, file);
      await panel.getByRole('combobox', { name: 'As' }).selectOption(format);
      await panel.getByRole('button', { name: 'Write to a file…' }).click();
      await panel.getByText(`Written to ${file}`).waitFor();
      return readFile(file, 'utf8');
    };
    expect(await written('lines with their time')).toMatch(
      /Z \S+right from the right\n\S+Z \S+left then the left\n/,
    );
    await panel.getByRole('checkbox', { name: 'left' }).uncheck();
    expect(await written('lines')).toBe('from the right\nconsole again\n');
    expect(await written('lines with their time')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z from the right\n/);
    await panel.getByRole('combobox', { name: 'As' }).selectOption('bytes as they came');
    await panel.getByRole('combobox', { name: 'Port' }).selectOption('right');
    expect(await written('bytes as they came')).toBe('from the right\nconsole again\n');
    await main().getByRole('button', { name: 'Export' }).click();
  });

  it('says from when to when nobody listened where the owner of the port was killed', async () => {
    const consoles = path.join(bench.running.home, 'consoles');
    const folder = (await readdir(consoles)).find((name) => name.endsWith('-right')) ?? '';
    process.kill(Number(await readFile(path.join(consoles, folder, 'owner'), 'utf8')), 'SIGKILL');
    await card(cables.right).getByText('the process that owns the port has ended').waitFor();
    expect(await card(cables.right).getByText('no gaps').count()).toBe(0);
    await card(cables.right).getByRole('button', { name: 'Open again' }).click();
    await card(cables.right)
      .getByText(/^not listened to from \d\d:.* to \d\d:/)
      .waitFor();
    await cables.right.say('after that\n');
    await lines()
      .getByText(/nobody listened from/)
      .waitFor();
  });

  it('has no error in its console', async () => {
    expect(await bench.running.problems()).toEqual([]);
  });
});
