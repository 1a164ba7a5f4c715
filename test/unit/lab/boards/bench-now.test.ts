import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { benchNow } from '../../../../electron/lab/boards/bench-now.js';
import { keptOf } from '../../../../electron/lab/boards/kept.js';
import { takeLease } from '../../../../electron/lab/boards/lease.js';
import { noteBoard, withBoardRegistry } from '../../../../electron/lab/boards/registry.js';
import { thisProcess } from '../../../../electron/lab/this-process.js';
import { BoardProfileSchema } from '../../../../shared/profile/board.js';

const profile = BoardProfileSchema.parse({
  id: 'uno',
  kind: 'board',
  title: 'Uno',
  find: { usb: { vendor: 'dead' } },
  flash: { protocol: 'stk500v1' },
});
const hash = 'a'.repeat(64);

describe('what is on the bench now', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'bench-now-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const note = (port: string | null) => {
    const key = { usb: null, serial: port === null ? 'S1' : null, topology: null, port };
    return withBoardRegistry(home, (store) => noteBoard(store, { id: 'b1', profile: 'uno', key }, 5));
  };

  it('tells of a board its profile, what is kept of it, and that it is not plugged in', async () => {
    await note(null);
    const identity = { chip: '1e950f', serial: null, loader: 'optiboot' };
    await keptOf(home, 'b1').update({ identity, lastGood: { content: hash, image: hash, at: 7 } });
    const { boards, problems } = await benchNow(home, [profile]);
    expect(problems).toEqual([]);
    expect(boards).toMatchObject([
      {
        id: 'b1',
        title: 'Uno',
        chip: '1e950f',
        port: null,
        drives: 'actuators',
        working: false,
        last_good: { image: hash, at: 7 },
        problem: null,
      },
    ]);
  });

  it('knows a run that works on it from a lease by hand', async () => {
    await note(null);
    const claim = { board: 'b1', owner: 'r1', process: thisProcess() };
    const lease = (ttlMs: number | null) =>
      withBoardRegistry(home, (store) => takeLease(store, { ...claim, ttlMs }, () => true, Date.now()));
    await lease(60_000);
    expect((await benchNow(home, [])).boards).toMatchObject([{ working: true, title: null }]);
    await lease(null);
    expect((await benchNow(home, [])).boards).toMatchObject([{ working: false, lease: { owner: 'r1' } }]);
  });

  it.runIf(process.platform === 'linux')('finds a board at a file that no list of ports has', async () => {
    const file = path.join(home, 'tty');
    writeFileSync(file, '');
    await note(file);
    expect((await benchNow(home, [])).boards).toMatchObject([{ port: file }]);
  });

  it('tells the others all the same when what is kept of one cannot be read', async () => {
    await note(null);
    await keptOf(home, 'b1').update({});
    writeFileSync(path.join(home, 'boards', 'b1', 'record.json'), '{');
    const { boards } = await benchNow(home, []);
    expect(boards).toMatchObject([{ id: 'b1', last_good: null, problem: { code: 'JOURNAL_CORRUPT' } }]);
  });
});
