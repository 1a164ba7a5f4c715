import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdBoard } from '../../../../electron/lab/boards/hold.js';
import { LEASE_MS, releaseBoard, takeLease } from '../../../../electron/lab/boards/lease.js';
import {
  type BoardRegistry,
  listBoards,
  openBoardRegistry,
} from '../../../../electron/lab/boards/registry.js';
import { thisProcess } from '../../../../electron/lab/this-process.js';
import type { Problem } from '../../../../shared/problem.js';
import { BmcProfileSchema } from '../../../../shared/profile/bmc.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const machine = BmcProfileSchema.parse({
  ...{ id: 'rack', kind: 'bmc', title: 'Rack', host: 'rack', user: 'me', password: { env: 'PW' } },
  testEnd: { pattern: '^OK$' },
});

let home: string;
let store: BoardRegistry;
beforeEach(() => {
  home = tempDir();
  store = value(openBoardRegistry(home));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    store.db.close();
    vi.useRealTimers();
  });
});

async function hold(profile = machine) {
  const held = value(
    await holdBoard({
      ...{ home, profile, owner: 'run-1', process: thisProcess(), isAlive: () => true },
      signal: new AbortController().signal,
      onWaiting: () => undefined,
    }),
  );
  return held;
}

describe('a board that is held', () => {
  it('stays so while nobody takes it away', async () => {
    const held = await hold();
    vi.advanceTimersByTime(LEASE_MS);
    expect(held.held()).toMatchObject({ ok: true });
    expect(held.lost.aborted).toBe(false);
    expect(value(listBoards(store))).toMatchObject([{ lease: { owner: 'run-1' } }]);
  });

  it('is found to be lost within a third of its lease, also where nobody asks, and stays so', async () => {
    const held = await hold();
    releaseBoard(store, held.target.id);
    vi.advanceTimersByTime(LEASE_MS / 3);
    expect(held.lost.aborted).toBe(true);
    expect(held.held()).toMatchObject({ ok: false, error: { code: 'LEASE_LOST', where: held.target.id } });
  });
});

describe('a board that was only tried', () => {
  const sick: Problem = { code: 'TEST_ENV_FAILURE', message: 'no answer' };
  const boards = () => value(listBoards(store)).map(({ id, profile }) => ({ id, profile }));

  it('is none when it is let go', async () => {
    const held = await hold();
    held.noteHealth(sick);
    expect(boards()).toHaveLength(1);
    held.release();
    expect(boards()).toEqual([]);
  });

  it('is one where it answered, whatever came of it', async () => {
    const held = await hold();
    held.noteAnswered();
    held.noteHealth(sick);
    held.release();
    expect(boards()).toEqual([{ id: held.target.id, profile: 'rack' }]);
  });

  it('stays where others wait for it', async () => {
    const held = await hold();
    const claim = { board: held.target.id, owner: 'run-2', process: thisProcess(), ttlMs: LEASE_MS };
    takeLease(store, claim, () => true, Date.now());
    held.release();
    expect(boards()).toHaveLength(1);
  });

  it('stays what it was, under the profile that knew it', async () => {
    const first = await hold();
    first.noteHealth(null);
    first.release();
    const other = await hold({ ...machine, id: 'another' });
    other.noteHealth(sick);
    other.release();
    expect(boards()).toEqual([{ id: first.target.id, profile: 'rack' }]);
  });
});
