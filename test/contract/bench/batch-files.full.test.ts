import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { value } from '../../fixtures/firmware-run.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { prepareVendor } from '../../fixtures/loop/vendor.js';
import { onWindows, openWine, type Wine } from '../../fixtures/wine/wine.js';

let wine: Wine;
let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
  wine = await openWine();
});
afterAll(async () => {
  cli?.close();
  await wine?.close();
});

/** A batch file in a folder whose name is awkward. */
function batch(name: string, lines: string[], eol = '\r\n'): string {
  const base = path.join(wine.dir, 'vendor tool & (x86)');
  mkdirSync(base, { recursive: true });
  writeFileSync(path.join(base, name), lines.join(eol) + eol, 'latin1');
  return base;
}

describe.runIf(process.platform === 'linux')('a batch file under Wine', () => {
  it.each(['flash.bat', 'flash.cmd'])(
    '%s gets its values through the environment, as they are',
    async (name) => {
      const base = batch(name, ['@echo off', 'echo [%1] [%~2] [%IMAGE%] "%CD%"', 'exit /b 0']);
      const image = 'C:\\my images\\app (1), v2;x=y.hex';
      const end = value(
        await wine.run({
          base,
          step: { command: [name, '/q', 'two words'], env: { IMAGE: '{image}' } },
          values: { image },
        }),
      );
      expect(end.output).toContain(`[/q] [two words] [${image}] "Z:`);
      expect(end.output).toContain('vendor tool & (x86)"');
      expect(end).toMatchObject({ outcome: 'done', exitCode: 0 });
    },
  );

  it.each(['\r\n', '\n'])('tells its exit code and what it means, with line ends %j', async (eol) => {
    const base = batch('fail.bat', ['@echo off', 'echo ERROR: no board', 'exit /b 7'], eol);
    const outcomes = [{ exitCode: 7, pattern: 'no board', outcome: 'board-missing', message: 'plug it in' }];
    const end = value(await wine.run({ base, step: { command: ['fail.bat'], outcomes } }));
    expect(end).toMatchObject({ outcome: 'board-missing', message: 'plug it in', exitCode: 7 });
  });

  it('that is missing is no success', async () => {
    const end = await wine.run({ step: { command: ['nowhere.bat'] } });
    expect(end.ok && end.value.outcome === 'done').toBe(false);
  });

  it('goes past `pause` when there is nobody to answer', async () => {
    const base = batch('pause.bat', ['@echo off', 'pause', 'echo went on', 'exit /b 0']);
    const end = value(await wine.run({ base, step: { command: ['pause.bat'], timeoutSec: 300 } }));
    expect(end).toMatchObject({ outcome: 'done' });
    expect(end.output).toContain('went on');
  });

  it('gets the declared answer to its prompt', async () => {
    const base = batch('ask.bat', [
      '@echo off',
      'set /p PORT=Which port? ',
      'echo flashing %PORT%',
      'exit /b 0',
    ]);
    const prompts = [{ pattern: 'Which port\\?', answer: 'COM7' }];
    const end = value(await wine.run({ base, step: { command: ['ask.bat'], prompts, timeoutSec: 300 } }));
    expect(end.output).toContain('flashing COM7');
  });

  it('is read in the code page of the console', async () => {
    const base = batch('oem.bat', ['@echo off', 'type text.txt', 'exit /b 0']);
    writeFileSync(path.join(base, 'text.txt'), Buffer.from([0x81, 0x0d, 0x0a]));
    const step = { command: ['oem.bat'], encoding: 'oem' };
    expect(value(await wine.run({ base, step, oemCodePage: 850 })).output).toContain('ü');
  });

  it('is never started with a value that it would read as its own', async () => {
    const base = batch('plain.bat', ['@echo off', 'echo %IMAGE%']);
    const step = { command: ['plain.bat'], env: { IMAGE: '{image}' } };
    const refused = await wine.run({ base, step, values: { image: 'a & calc' } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'SCRIPT_REFUSED' } });
  });

  it('is ended when its time is over', async () => {
    const base = batch('loop.bat', ['@echo off', ':again', 'goto again']);
    const end = value(await wine.run({ base, step: { command: ['loop.bat'], timeoutSec: 2 } }));
    expect(end).toMatchObject({ outcome: 'failed', cut: 'timeout' });
  });
});

/** A vendor's flasher whose board is a file. */
const FLASH_BAT = [
  '@echo off',
  'echo Flashing "%IMAGE%"',
  'copy /b "%IMAGE%" "%BOARD%" >nul',
  'if errorlevel 1 exit /b 3',
  'echo flashed>>"%BOARD%.log"',
  'exit /b 0',
  '',
].join('\r\n');

describe.runIf(process.platform === 'linux')('the loop whose flash step is a batch file under Wine', () => {
  it.each(['flash.bat', 'flash.cmd'])('patches, builds, flashes by %s, tests and converges', async (name) => {
    const bench = prepareVendor(cli, { [name]: FLASH_BAT });
    const env = { IMAGE: '{image}', BOARD: onWindows(bench.file('board')) };
    bench.flashBy({ command: [...wine.command({ command: [name], env }, bench.dir), '{image}'] });
    const { lines, stdout, stderr } = await bench.run().ended;
    expect(lines.at(-1), stdout.slice(-2000) + stderr).toMatchObject({
      type: 'report',
      final_status: 'SUCCESS',
      tests: { passed: 4, failed: 0 },
      baseline: { passed: 2, failed: 2 },
    });
    // the broken image of the baseline, and the mended one
    const flashed = readFileSync(bench.file('board.log'), 'latin1').trim().split(/\r?\n/);
    expect(flashed.length).toBeGreaterThanOrEqual(2);
    expect(lines.at(-1)?.boards).toMatchObject([{ flashes: flashed.length }]);
  });

  it('says what the batch file said where it fails, and never calls that a pass', async () => {
    const bench = prepareVendor(cli, { 'flash.bat': '@echo off\r\necho ERROR: no board\r\nexit /b 7\r\n' });
    const command = wine.command({ command: ['flash.bat'] }, bench.dir);
    bench.flashBy({ command: [...command, '{image}'] });
    const { lines } = await bench.run().ended;
    expect(lines.at(-1)).toMatchObject({
      final_status: 'FAILURE',
      verdict: 'ENV_ERROR',
      last_error: { code: 'SCRIPT_FAILURE', message: expect.stringContaining('ERROR: no board') },
    });
  });
});
