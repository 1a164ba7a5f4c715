import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { leaseByHand, releaseByHand } from '../../../../electron/lab/boards/by-hand.js';
import { LEASE_MS, noteHealth, takeLease } from '../../../../electron/lab/boards/lease.js';
import {
  type BoardRegistry,
  findBoard,
  noteBoard,
  openBoardRegistry,
} from '../../../../electron/lab/boards/registry.js';
import { thisProcess } from '../../../../electron/lab/this-process.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

let store: BoardRegistry;
beforeEach(() => {
  store = value(openBoardRegistry(tempDir()));
  onTestFinished(() => {
    store.db.close();
  });
  const key = { usb: null, serial: 'A1', topology: null, port: null };
  value(noteBoard(store, { id: 'uno', profile: 'arduino-uno', key }, 1));
});

const board = () => value(findBoard(store, 'uno'));
const runTakes = (owner: string) =>
  takeLease(store, { board: 'uno', owner, process: thisProcess(), ttlMs: LEASE_MS }, () => true, 5);

describe('a lease by hand', () => {
  it('keeps runs away for as long as it lasts, and again after it was asked for twice', () => {
    expect(leaseByHand(store, 'uno', 'alice', 10)).toMatchObject({ ok: true, value: { expires_at: null } });
    expect(leaseByHand(store, 'uno', 'alice', 20)).toMatchObject({ ok: true, value: { since: 10 } });
    expect(runTakes('run-1')).toMatchObject({ ok: false, error: { code: 'BOARD_LEASED' } });
  });

  it('is not had while another holds the board, and leaves nobody in the queue', () => {
    value(leaseByHand(store, 'uno', 'alice', 10));
    expect(leaseByHand(store, 'uno', 'bob', 20)).toMatchObject({
      ok: false,
      error: { code: 'BOARD_LEASED', message: 'alice holds board uno' },
    });
    expect(board().queue).toEqual([]);
  });

  it('is released by whoever says so', () => {
    value(leaseByHand(store, 'uno', 'alice', 10));
    expect(value(releaseByHand(store, 'uno', false)).lease).toMatchObject({ owner: 'alice' });
    expect(board().lease).toBeNull();
  });
});

describe('the release of a board', () => {
  it('lifts a quarantine', () => {
    for (let time = 0; time < 3; time++)
      value(noteHealth(store, 'uno', { code: 'TEST_ENV_FAILURE', message: 'silent' }));
    expect(leaseByHand(store, 'uno', 'alice', 10)).toMatchObject({ error: { code: 'BOARD_QUARANTINED' } });
    expect(value(releaseByHand(store, 'uno', false)).quarantined).toContain('silent');
    expect(board()).toMatchObject({ quarantined: null, failures: 0 });
  });

  it('takes nothing from a run that lives, unless it is forced', () => {
    value(runTakes('run-1'));
    expect(releaseByHand(store, 'uno', false)).toMatchObject({ ok: false, error: { code: 'BOARD_LEASED' } });
    expect(board().lease).toMatchObject({ owner: 'run-1' });
    expect(releaseByHand(store, 'uno', true)).toMatchObject({ ok: true });
    expect(board().lease).toBeNull();
  });

  it('says that there is no such board', () => {
    expect(releaseByHand(store, 'due', false)).toMatchObject({
      ok: false,
      error: { code: 'BOARD_NOT_FOUND', next: expect.stringContaining('uno') },
    });
  });
});
