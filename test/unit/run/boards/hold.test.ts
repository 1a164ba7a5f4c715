import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdBoard } from '../../../../electron/run/boards/hold.js';
import { LEASE_MS, releaseBoard } from '../../../../electron/run/boards/lease.js';
import { type BoardStore, listBoards, openBoardStore } from '../../../../electron/run/boards/store.js';
import { thisProcess } from '../../../../electron/run/this-process.js';
import { BmcProfileSchema } from '../../../../shared/profile/bmc.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const machine = BmcProfileSchema.parse({
  ...{ id: 'rack', kind: 'bmc', title: 'Rack', host: 'rack', user: 'me', password: { env: 'PW' } },
  testEnd: { pattern: '^OK$' },
});

let home: string;
let store: BoardStore;
beforeEach(() => {
  home = tempDir();
  store = value(openBoardStore(home));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    store.db.close();
    vi.useRealTimers();
  });
});

async function hold() {
  const held = value(
    await holdBoard({
      ...{ home, profile: machine, owner: 'run-1', process: thisProcess(), isAlive: () => true },
      signal: new AbortController().signal,
      onWaiting: () => undefined,
    }),
  );
  onTestFinished(() => held.release());
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
