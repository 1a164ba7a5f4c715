import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine } from '../../../fixtures/loop/command-line.js';
import { prepareUno } from '../../../fixtures/loop/uno.js';
import {
  type Board,
  type BoardFiles,
  buildBoard,
  buildHello,
  powerOn,
} from '../../../fixtures/simavr/optiboot-board.js';

let cli: CommandLine;
let files: BoardFiles;
let board: Board;
beforeAll(async () => {
  cli = await bundleCommandLine();
  files = await buildBoard(path.join(cli.freshHome(), '..', 'board'));
  board = await powerOn(files, path.join(path.dirname(files.program), 'flash.bin'));
});
afterAll(async () => {
  await board?.powerOff();
  cli?.close();
});

const prepare = (find: object = { port: board.port }) => prepareUno(cli, { find });

describe('the loop on a board with a bootloader', () => {
  it('patches, builds, flashes through optiboot, hears the test and converges', async () => {
    const { home, dir, task } = prepare();
    const ran = await cli.run(['run', task, '--approve', 'build,patch,flash,publish', '--json'], {
      home,
      cwd: dir,
    });
    const report = ran.lines.at(-1);
    expect(report, ran.stdout.slice(-2000) + ran.stderr).toMatchObject({
      type: 'report',
      final_status: 'SUCCESS',
    });
    expect(report?.tests).toMatchObject({ passed: 4, failed: 0 });
    expect(report?.boards).toMatchObject([{ flashes: 1, limit: 100, holds: 'last', note: null }]);
    expect(ran.lines.filter((line) => line.event === 'env_failed')).toEqual([]);
    const flashed = ran.lines.filter((line) => line.type === 'gate' && line.scope === 'flash');
    expect(flashed[0]?.subject).toContain('the board holds the image that was tested last');
    const kept = JSON.parse(
      readFileSync(
        path.join(
          home,
          'boards',
          String(flashed[0]?.subject).match(/\((uno-\w+),/)?.[1] ?? '',
          'record.json',
        ),
        'utf8',
      ),
    );
    expect(kept).toMatchObject({ identity: { chip: '1e950f' }, firstDump: {}, lastGood: {} });
  });

  it('writes nothing where nobody agreed, whatever else is approved', async () => {
    const { home, dir, task } = prepare();
    const ran = await cli.run(['run', task, '--approve', 'all', '--json'], { home, cwd: dir });
    expect(ran.code).toBe(4);
    const gates = ran.lines.filter((line) => line.type === 'gate' && line.answer === null);
    expect(gates).toMatchObject([{ scope: 'flash' }]);
  });

  it('says what is plugged in where the board is not there', async () => {
    const { home, dir, task } = prepare({ usb: { vendor: 'dead', product: 'beef' } });
    const args = ['run', task, '--approve', 'build,patch,flash,publish', '--json'];
    const ran = await cli.run(args, { home, cwd: dir });
    const report = ran.lines.at(-1);
    expect(report).toMatchObject({
      final_status: 'FAILURE',
      verdict: 'ENV_ERROR',
      last_error: { code: 'BOARD_NOT_FOUND' },
    });
  });
});

describe('benchloop flash', () => {
  it('writes and verifies an image where that was agreed to, and nothing where it was not', async () => {
    const { home, dir } = prepare();
    const image = await buildHello(path.join(dir, 'hello'));
    const flash = (approve: string, ...more: string[]) =>
      cli.run(['flash', '--profile', './uno.yaml', image, '--approve', approve, '--json', ...more], {
        home,
        cwd: dir,
      });
    const moved = await flash('flash', '--address', '0x100');
    expect(moved.code).toBe(2);
    expect(moved.lines.at(-1)).toMatchObject({ problem: { code: 'IMAGE_REFUSED' } });
    const done = await flash('flash');
    expect(done.lines.findLast((line) => line.type === 'flash')).toMatchObject({ outcome: 'done' });
    expect(done.code).toBe(0);
    const steps = new Set(done.lines.filter((line) => line.type === 'progress').map((line) => line.step));
    expect([...steps]).toEqual(expect.arrayContaining(['dump', 'write', 'verify']));
    const declined = await flash('all');
    expect(declined.code).toBe(4);
    expect(declined.lines.at(-1)).toMatchObject({
      problem: { code: 'FLASH_DECLINED', next: expect.stringContaining('--approve flash') },
    });
  });

  it('is undone by benchloop boards restore, with what was kept of that board and no other', async () => {
    const { home, dir } = prepare();
    const at = { home, cwd: dir };
    const image = await buildHello(path.join(dir, 'hello'));
    const flash = (approve: string) =>
      cli.run(['flash', '--profile', './uno.yaml', image, '--approve', approve], at);
    const flashed = await flash('flash');
    expect(flashed, flashed.stderr).toMatchObject({ code: 0 });
    const [known] = JSON.parse((await cli.run(['boards', '--json'], at)).stdout).boards;
    const restore = (...more: string[]) =>
      cli.run(['boards', 'restore', known.id, '--profile', './uno.yaml', ...more, '--json'], at);
    const held = (): Record<string, { content: string }> =>
      JSON.parse(readFileSync(path.join(home, 'boards', known.id, 'record.json'), 'utf8'));
    const before = held();
    expect(await restore()).toMatchObject({ code: 4 });
    expect(held()).toEqual(before);
    expect(await restore('--first', '--approve', 'flash')).toMatchObject({ code: 0 });
    expect(held().holds?.content).toBe(before.firstDump?.content);
    const other = await cli.run(['boards', 'restore', 'another'], at);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('no board another') });
    const nameless = await cli.run(['boards', 'restore', known.id, '--approve', 'flash'], at);
    expect(nameless).toMatchObject({ code: 2, stderr: expect.stringMatching(/uno.*--profile/s) });
  });

  it('leaves no board behind where nothing answered', async () => {
    const { home, dir } = prepare({ port: '/dev/null' });
    const at = { home, cwd: dir };
    const image = await buildHello(path.join(dir, 'hello'));
    const ran = await cli.run(['flash', '--profile', './uno.yaml', image, '--approve', 'flash'], at);
    expect(ran.code).not.toBe(0);
    expect(JSON.parse((await cli.run(['boards', '--json'], at)).stdout)).toEqual({ boards: [] });
  });

  it('refuses what is no image, and a profile that is no board, before anything is touched', async () => {
    const { home, dir } = prepare();
    const text = path.join(dir, 'uno.yaml');
    const wrong = await cli.run(['flash', '--profile', './uno.yaml', text, '--approve', 'flash'], {
      home,
      cwd: dir,
    });
    expect(wrong.code).toBe(2);
    const host = await cli.run(['flash', '--profile', 'host', text], { home, cwd: dir });
    expect(host).toMatchObject({ code: 2, stderr: expect.stringContaining('is no board') });
  });
});
