import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  bundleCommandLine,
  type CommandLine,
  type Line,
  type Ran,
} from '../../../fixtures/loop/command-line.js';
import { OFF_BY_ONE } from '../../../fixtures/loop/projects.js';
import { AGREED, prepareUno, type Uno } from '../../../fixtures/loop/uno.js';
import { type Board, type BoardFiles, buildBoard, powerOn } from '../../../fixtures/simavr/optiboot-board.js';

let cli: CommandLine;
let files: BoardFiles;
beforeAll(async () => {
  cli = await bundleCommandLine();
  files = await buildBoard(path.join(cli.root, 'board'));
});
afterAll(() => cli?.close());

let boards = 0;
/** A board, with the owner's program in front of its bootloader. */
async function newBoard(program?: Buffer, ...options: string[]) {
  const flashFile = path.join(cli.root, `flash-${++boards}.bin`);
  if (program) {
    const blank = await heldBy(await powerOn(files, flashFile), flashFile);
    writeFileSync(flashFile, Buffer.concat([program, blank.subarray(program.length)]));
  }
  const board = await powerOn(files, flashFile, ...options);
  onTestFinished(() => board.powerOff());
  return { board, flash: () => heldBy(board, flashFile) };
}

/** Its flash, once power is gone. */
async function heldBy(board: Board, flashFile: string): Promise<Buffer> {
  await board.powerOff();
  return readFileSync(flashFile);
}

/** Small, so that the dump is quick. */
const SMALL = { regions: [{ name: 'application', start: 0, size: 0x1000, page: 128 }] };
const prepare = (o: Parameters<typeof prepareUno>[1]) => prepareUno(cli, { flash: SMALL, ...o });

const run = ({ home, dir, task }: Uno, agreed: string[] = AGREED): Promise<Ran> =>
  cli.run(['run', task, ...agreed], { home, cwd: dir });
const reportOf = (ran: Ran): Line => {
  const report = ran.lines.findLast((line) => line.type === 'report');
  if (!report) throw new Error(`no report: ${ran.stdout.slice(-2000)}${ran.stderr}`);
  return report;
};
/** Power is asked for under a scope of its own. */
const AGREED_WITH_POWER = ['--approve', 'build,patch,flash,power,publish,exec', '--json'];
const gatesOf = (ran: Ran, scope: string) =>
  ran.lines.filter((line) => line.type === 'gate' && line.scope === scope);
const flashGates = (ran: Ran) => gatesOf(ran, 'flash');

/** A program that an owner had on the board: jumps to itself, and a mark behind it. */
const OWNERS = Buffer.concat([Buffer.from([0xff, 0xcf]), Buffer.from('what the owner had here')]);

describe('what a run does to its board', () => {
  it('ends the run where it may not be written to once more', async () => {
    const { board } = await newBoard();
    const uno = prepare({
      find: { port: board.port },
      profile: { flashesPerRun: 1 },
      edits: OFF_BY_ONE,
    });
    const ran = await run(uno);
    expect(reportOf(ran)).toMatchObject({
      final_status: 'FAILURE',
      last_error: { code: 'FLASH_BUDGET_SPENT' },
      boards: [{ flashes: 1, limit: 1 }],
    });
  });

  it('is undone where the profile wants the board as it was found, also after a failure', async () => {
    const { board, flash } = await newBoard(OWNERS);
    const uno = prepare({
      find: { port: board.port },
      profile: { atEnd: 'as-found' },
      edits: {},
      task: { test: { parser: 'unity', command: undefined, timeoutSec: 20, cases: ['no_such_case'] } },
    });
    const ran = await run(uno);
    expect(reportOf(ran)).toMatchObject({
      final_status: 'FAILURE',
      boards: [{ flashes: 2, holds: 'as-found', note: null }],
    });
    expect((await flash()).subarray(0, OWNERS.length).equals(OWNERS)).toBe(true);
  });

  it('leaves no program where the profile says so, and says so where safety forbids it', async () => {
    const { board, flash } = await newBoard();
    const find = { port: board.port };
    const safe = reportOf(await run(prepare({ find, profile: { atEnd: 'none' } })));
    expect(safe).toMatchObject({
      final_status: 'SUCCESS',
      boards: [{ flashes: 2, limit: 100, holds: 'none', note: null }],
    });
    const fused = { atEnd: 'none', safety: { oneTimeFuses: true } };
    const kept = reportOf(await run(prepare({ find, profile: fused })));
    expect(kept.boards).toMatchObject([
      { flashes: 1, holds: 'last', note: expect.stringContaining('fuses') },
    ]);
    expect((await flash()).subarray(0, 64).every((byte) => byte === 0xff)).toBe(false);
  });
});

describe('two boards of one profile', () => {
  it('the second is taken where the first breaks down, with a question and a dump of its own, though it comes late', async () => {
    const first = await newBoard(undefined, 'cut=write:2');
    const second = await newBoard(OWNERS);
    const ports = path.join(cli.root, 'two-boards');
    mkdirSync(ports);
    const uno = prepare({ find: { port: path.join(ports, 'uno-*') } });
    const map = path.join(uno.dir, 'map.yaml');
    const links = [0, 1].map((at) => path.join(ports, `uno-${at}`));
    const entries = [first, second].map(({ board }, at) => {
      symlinkSync(board.port, links[at] ?? '');
      return `- connected: true\n  platform: uno\n  serial: ${links[at]}\n`;
    });
    writeFileSync(map, entries.join(''));
    const imported = await cli.run(['boards', 'import', map, '--json'], { home: uno.home });
    const ids: string[] = JSON.parse(imported.stdout).imported.map(({ id }: { id: string }) => id);
    rmSync(links[1] ?? '');
    const started = cli.start(['run', uno.task, ...AGREED], { home: uno.home, cwd: uno.dir });
    await started.until('env_failed');
    symlinkSync(second.board.port, links[1] ?? '');
    const ran = await started.ended;
    expect(reportOf(ran)).toMatchObject({
      final_status: 'SUCCESS',
      boards: [
        { board: ids[0], holds: 'unknown', note: 'the run gave this board up' },
        { board: ids[1], flashes: 1, holds: 'last' },
      ],
    });
    const asked = new Set(flashGates(ran).map(({ subject }) => /\((uno-\w+),/.exec(String(subject))?.[1]));
    expect([...asked]).toEqual(ids);
    const record = JSON.parse(
      readFileSync(path.join(uno.home, 'boards', ids[1] ?? '', 'record.json'), 'utf8'),
    );
    expect(record.firstDump).not.toBeNull();
  });
});

describe('a board that hangs until its power is gone', () => {
  /** A board behind a port that leads nowhere, and one behind the same port once it was switched off and on. */
  async function prepareHung() {
    const { board } = await newBoard();
    const dir = path.join(cli.root, `hung-${boards}`);
    mkdirSync(dir);
    const port = path.join(dir, 'port');
    symlinkSync('/dev/null', port);
    const switched = path.join(dir, 'switched');
    const script = (name: string, text: string) => {
      writeFileSync(path.join(dir, name), text);
      return { command: [path.join(dir, name)] };
    };
    const power = {
      off: script('off.sh', `rm "${port}"; echo off >> "${switched}"\n`),
      on: script('on.sh', `ln -s "${board.port}" "${port}"; echo on >> "${switched}"\n`),
      offSec: 0,
    };
    const uno = prepare({ find: { port }, profile: { power } });
    return { uno, switched: () => readFileSync(switched, 'utf8') };
  }

  it('is switched off and on by the programs of its profile when connecting again did not help', async () => {
    const { uno, switched } = await prepareHung();
    const ran = await run(uno, AGREED_WITH_POWER);
    expect(reportOf(ran)).toMatchObject({ final_status: 'SUCCESS', tests: { passed: 4 } });
    expect(ran.lines.filter((line) => line.event === 'env_failed')).toHaveLength(2);
    expect(switched()).toBe('off\non\n');
    expect(gatesOf(ran, 'power')).toHaveLength(1);
  });
});
