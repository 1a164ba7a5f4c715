import { describe, expect, it, onTestFinished } from 'vitest';
import { leaseByHand } from '../../../../electron/lab/boards/by-hand.js';
import { releaseBoard } from '../../../../electron/lab/boards/lease.js';
import { listBoards, openBoardRegistry } from '../../../../electron/lab/boards/registry.js';
import { holdTarget } from '../../../../electron/tools/target/hold-target.js';
import { WAITING } from '../../../../shared/events.js';
import { BmcProfileSchema } from '../../../../shared/profile/bmc.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const profile = BmcProfileSchema.parse({
  ...{ id: 'rack', kind: 'bmc', title: 'Rack', host: 'rack', user: 'me', password: { env: 'PW' } },
  testEnd: { pattern: '^OK$' },
});

/** A run that wants the machine; `told` is what it says, and when its clock stands still and goes on. */
function wanting(home: string, run: string, onWaiting: () => void = () => undefined) {
  const told: string[] = [];
  const bench = { home, profile, board: null, paths: { dir: tempDir() } };
  const io = {
    run,
    signal: new AbortController().signal,
    progress: (step: string, detail = '') => {
      told.push(`${step} ${detail}`);
      onWaiting();
    },
    standStill: () => {
      told.push('still');
      return () => void told.push('goes on');
    },
  };
  return { told, hold: () => holdTarget(bench, io) };
}

describe('a run that wants a board', () => {
  it('waits, without using up the time of its state, until who has it gives it back', async () => {
    const home = tempDir();
    const store = value(openBoardRegistry(home));
    onTestFinished(() => void store.db.close());
    value(await wanting(home, 'first').hold());
    const board = value(listBoards(store))[0]?.id ?? '';
    value(releaseBoard(store, board));
    value(leaseByHand(store, board, 'alice', 1));
    const second = wanting(home, 'second', () => void releaseBoard(store, board));
    expect(await second.hold()).toMatchObject({ ok: true });
    const [said = '', ...clock] = second.told;
    const until = `by hand, until \`benchloop boards release ${board}\``;
    expect(said).toBe(`${WAITING} alice holds board ${board} ${until}; this is number 1 in its queue`);
    expect(clock).toEqual(['still', 'goes on']);
  });

  it('uses up that time where nobody else has the board', async () => {
    const first = wanting(tempDir(), 'first');
    expect(await first.hold()).toMatchObject({ ok: true });
    expect(first.told).toEqual([]);
  });
});
