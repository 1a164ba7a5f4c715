import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { boardId } from '../../../electron/lab/boards/board-id.js';
import { leaseByHand } from '../../../electron/lab/boards/by-hand.js';
import { keptOf } from '../../../electron/lab/boards/kept.js';
import { findBoard, noteBoard, openBoardRegistry } from '../../../electron/lab/boards/registry.js';
import { consoleRead } from '../../../electron/tools/board/console-read.js';
import { consoleSend } from '../../../electron/tools/board/console-send.js';
import { flashImage } from '../../../electron/tools/board/flash-image.js';
import { boardsOnBench } from '../../../electron/tools/board/list-bench.js';
import { switchPower } from '../../../electron/tools/board/switch-power.js';
import { buildTask } from '../../../electron/tools/build/build-task.js';
import { runTest } from '../../../electron/tools/target/run-test.js';
import type { GateScope } from '../../../shared/events.js';
import { english } from '../../fixtures/english.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { avrProject, writeTask } from '../../fixtures/loop/projects.js';
import { openSession } from '../../fixtures/session.js';
import {
  BOOT_START,
  type BoardFiles,
  buildBoard,
  buildHello,
  powerOn,
} from '../../fixtures/simavr/optiboot-board.js';

const dir = mkdtempSync(path.join(tmpdir(), 'bl-session-board-'));
let files: BoardFiles;
let hello: string;
beforeAll(async () => {
  files = await buildBoard(path.join(dir, 'board'));
  hello = await buildHello(path.join(dir, 'hello'), 'hello from the board\r\nsecond line\r\n');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A board that the registry knows, and a session with a sound ring buffer for it. */
async function onBoard(approves: readonly GateScope[]) {
  const home = tempDir();
  const board = await powerOn(files, path.join(home, 'flash.bin'));
  onTestFinished(board.powerOff);
  const profiles = path.join(home, 'profiles');
  mkdirSync(profiles);
  writeFileSync(path.join(profiles, 'uno.yaml'), stringify(profileAt(board.port, path.join(home, 'power'))));
  const store = value(openBoardRegistry(home));
  onTestFinished(() => void store.db.close());
  const key = { usb: null, serial: null, topology: null, port: board.port };
  const id = boardId('uno', key);
  value(noteBoard(store, { id, profile: 'uno', key }, 1));
  avrProject(path.join(home, 'fw'));
  const task = writeTask(path.join(home, 'task.yaml'), './fw', {
    profile: 'uno',
    build: { command: ['make'], artifacts: { elf: 'build/app.elf' } },
    test: { parser: 'unity', command: undefined, timeoutSec: 60 },
  });
  const session = await openSession({ home, task, approves, profileDirs: [profiles] });
  return { ...session, id, store, power: () => readFileSync(path.join(home, 'power'), 'utf8') };
}

const profileAt = (port: string, power: string): object => ({
  ...{ id: 'uno', kind: 'board', title: 'ATmega328P with optiboot', find: { port }, toolchainPrefix: 'avr-' },
  flash: {
    ...{ protocol: 'stk500v1', chip: '1e950f', machine: 'avr', entry: 'open' },
    regions: [{ name: 'application', start: 0, size: BOOT_START, page: 128 }],
  },
  power: {
    off: { command: ['/bin/sh', '-c', `echo off >> '${power}'`] },
    on: { command: ['/bin/sh', '-c', `echo on >> '${power}'`] },
    offSec: 0,
  },
  testEnd: { pattern: '^(OK|FAIL)$', silenceSec: 10 },
});

describe('a board in a session', () => {
  it('is flashed with what the session built and with its last good image, tested, and keeps what it says from then on for the next reading', async () => {
    const { call, asked, store, home, id: board } = await onBoard(['build', 'flash']);
    const built = value(await call(buildTask, {}));
    const id = built.artifacts[0]?.id ?? '';
    expect(value(await call(flashImage, { board, image: id.slice(0, 12) }))).toEqual({
      board: board,
      image: id,
    });
    const flash = asked().find(({ scope }) => scope === 'flash');
    expect(flash?.subject).toContain(`image: SHA-256 ${id}`);
    expect(flash?.subject).toContain('built without any change, from commit');
    expect(flash?.subject).not.toContain('NOT BUILT HERE');
    expect(value(findBoard(store, board)).lease).toMatchObject({ owner: 'run-1' });

    const heard = value(await call(consoleRead, { board, seconds: 20, pattern: '^OK$', max_lines: 1 }));
    expect(heard).toMatchObject({ lines: [{ text: 'OK' }], isCut: true });

    const tested = value(await call(runTest, {}));
    expect(tested).toMatchObject({ image: id, ended_by: 'pattern' });
    expect(tested.cases.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass', 'pass']);

    const good = value(await keptOf(home, board).record()).lastGood?.content ?? '';
    expect(value(await call(flashImage, { board, image: good }))).toEqual({ board, image: id });
  });

  it('is asked for as NOT BUILT HERE, with hash and file, where no build of ours made the image', async () => {
    const { call, asked, clone, id: board } = await onBoard(['flash']);
    writeFileSync(path.join(clone, 'strange.elf'), readFileSync(hello));
    const { image } = value(await call(flashImage, { board, image: 'strange.elf' }));
    const [flash] = asked();
    expect(flash?.subject).toContain(`NOT BUILT HERE: image SHA-256 ${image}, from the file "strange.elf"`);
    const heard = value(await call(consoleRead, { board, seconds: 20, max_lines: 2 }));
    expect(heard.lines.map(({ text }) => text)).toEqual(['hello from the board', 'second line']);
    expect(Date.parse(heard.lines[0]?.at ?? '')).toBeGreaterThan(0);
  });

  it('is switched by the programs of its profile, and only as far as that goes', async () => {
    const { call, asked, power, id: board } = await onBoard(['power']);
    const actions: (string | undefined)[] = [];
    for (const action of ['cycle', 'off', 'on'] as const) {
      value(await call(switchPower, { board, action }));
      actions.push(
        asked()[0]
          ?.subject.split('\n')
          .find((line) => line.startsWith('action')),
      );
    }
    expect(power()).toBe('off\non\noff\non\n');
    expect(actions).toEqual([
      'action: switch it off and on',
      'action: switch it off',
      'action: switch it on',
    ]);
  });

  it('is typed to as it stands, and the question quotes the text', async () => {
    const { call, asked, id: board } = await onBoard(['write']);
    const text = 'help\u001b[2J\n';
    expect(value(await call(consoleSend, { board, text }))).toEqual({
      board: board,
      bytes: 9,
    });
    expect(asked()).toMatchObject([
      { scope: 'write', subject: expect.stringContaining('"help\\u001b[2J\\n"') },
    ]);
  });

  it('that somebody else has is not written, typed to or switched: who has it is named', async () => {
    const { call, store, clone, id: board } = await onBoard(['flash', 'power', 'write']);
    writeFileSync(path.join(clone, 'strange.elf'), readFileSync(hello));
    value(leaseByHand(store, board, 'alice', Date.now()));
    for (const done of [
      await call(flashImage, { board, image: 'strange.elf' }),
      await call(switchPower, { board, action: 'reset' }),
      await call(consoleSend, { board, text: 'x' }),
    ])
      expect(english(done)).toMatchObject({
        ok: false,
        error: { code: 'BOARD_LEASED', message: expect.stringContaining(`alice holds board ${board}`) },
      });
    expect(value(findBoard(store, board)).queue).toEqual([]);
  });

  it('is named by its id alone: a port is none, and the ids that there are are listed', async () => {
    const { call, id: board } = await onBoard(['flash']);
    expect(value(await call(boardsOnBench, {})).boards).toMatchObject([{ id: board, profile: 'uno' }]);
    for (const done of [
      await call(consoleRead, { board: '/dev/ttyUSB0', seconds: 0 }),
      await call(flashImage, { board: 'uno', image: 'a'.repeat(12) }),
    ])
      expect(english(done)).toMatchObject({
        ok: false,
        error: { code: 'BOARD_NOT_FOUND', next: expect.stringContaining(board) },
      });
    expect(english(await call(flashImage, { board, image: 'a'.repeat(12) }))).toMatchObject({
      ok: false,
      error: { code: 'ARTIFACT_MISSING' },
    });
    expect(await call(flashImage, { board, image: '../task.yaml' })).toMatchObject({ ok: false });
  });
});
