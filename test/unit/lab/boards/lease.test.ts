import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boardId } from '../../../../electron/lab/boards/board-id.js';
import {
  type Claim,
  LEASE_MS,
  noteHealth,
  releaseBoard,
  releaseLease,
  renewLease,
  takeLease,
} from '../../../../electron/lab/boards/lease.js';
import {
  type BoardRegistry,
  findBoard,
  listBoards,
  noteBoard,
  openBoardRegistry,
} from '../../../../electron/lab/boards/registry.js';
import type { Problem } from '../../../../shared/problem.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const key = { usb: '2341:0043', serial: 'A1', topology: '1-4', port: '/dev/ttyACM0' };
const claimOf = (owner: string, more: Partial<Claim> = {}): Claim => ({
  board: 'uno',
  owner,
  process: { pid: 1, startTime: owner, bootId: 'b' },
  ttlMs: LEASE_MS,
  ...more,
});
const everybody = () => true;
const sick: Problem = { code: 'TEST_ENV_FAILURE', message: 'no banner' };

let store: BoardRegistry;
beforeEach(() => {
  store = value(openBoardRegistry(tempDir()));
  value(noteBoard(store, { id: 'uno', profile: 'arduino-uno', key }, 1));
});
afterEach(() => store.db.close());

const board = () => value(findBoard(store, 'uno'));

describe('the lease of a board', () => {
  it('is for one owner at a time, and a second one queues', () => {
    expect(takeLease(store, claimOf('a'), everybody, 10)).toMatchObject({ ok: true });
    const second = takeLease(store, claimOf('b'), everybody, 11);
    expect(second).toMatchObject({ ok: false, error: { code: 'BOARD_LEASED' } });
    expect(board()).toMatchObject({ lease: { owner: 'a', expires_at: 10 + LEASE_MS }, queue: ['b'] });
  });

  it.each([
    ['at the same place', { usb: null, serial: null, topology: '1-4', port: null }, false],
    ['with the same serial number', { usb: '2341:0043', serial: 'a1', topology: null, port: null }, false],
    ['at the same port', { usb: null, serial: null, topology: null, port: '/dev/ttyACM0' }, false],
    ['at another place', { usb: '2341:0043', serial: 'A1', topology: '1-5', port: null }, true],
    ['with another serial number', { usb: '2341:0043', serial: 'A2', topology: '1-4', port: null }, true],
  ])('counts for what another profile has %s, under whatever name', (_, other, isFree) => {
    value(noteBoard(store, { id: 'script', profile: 'vendor', key: other }, 1));
    expect(takeLease(store, claimOf('a'), everybody, 10)).toMatchObject({ ok: true });
    const claim = claimOf('b', { board: 'script' });
    expect(takeLease(store, claim, everybody, 11)).toMatchObject({ ok: isFree });
    releaseLease(store, 'uno', 'a');
    expect(takeLease(store, claim, everybody, 12)).toMatchObject({ ok: true });
  });

  it.each([
    ['at the same place', { usb: null, serial: null, topology: '1-4', port: null }, false],
    ['at the same port', { usb: null, serial: null, topology: null, port: '/dev/ttyACM0' }, false],
    ['at another place', { usb: '2341:0043', serial: 'A1', topology: '1-5', port: null }, true],
    ['with another serial number', { usb: '2341:0043', serial: 'A2', topology: '1-4', port: null }, true],
  ])('is refused for what may be a board out of use: what another profile has %s', (_, other, isFree) => {
    value(noteBoard(store, { id: 'other', profile: 'other', key: other }, 1));
    for (let times = 0; times < 3; times += 1) noteHealth(store, 'uno', sick);
    const claim = claimOf('a', { board: 'other' });
    const next = expect.stringContaining('boards release uno');
    const refused = { ok: false, error: { code: 'BOARD_QUARANTINED', next } };
    expect(takeLease(store, claim, everybody, 10)).toMatchObject(isFree ? { ok: true } : refused);
    releaseBoard(store, 'uno');
    expect(takeLease(store, claim, everybody, 11)).toMatchObject({ ok: true });
  });

  it.runIf(process.platform !== 'win32')('counts for a port under every link that leads to it', () => {
    const [tty, link] = ['tty', 'by-id'].map((name) => path.join(tempDir(), name));
    if (!tty || !link) throw new Error('unreachable');
    writeFileSync(tty, '');
    symlinkSync(tty, link);
    for (const [id, port] of [
      ['straight', tty],
      ['linked', link],
    ] as const)
      value(noteBoard(store, { id, profile: id, key: { usb: null, serial: null, topology: null, port } }, 1));
    expect(takeLease(store, claimOf('a', { board: 'straight' }), everybody, 10)).toMatchObject({ ok: true });
    const second = takeLease(store, claimOf('b', { board: 'linked' }), everybody, 11);
    expect(second).toMatchObject({ ok: false, error: { code: 'BOARD_LEASED' } });
  });

  it('goes to the head of the queue, not to who asks first after the release', () => {
    takeLease(store, claimOf('a'), everybody, 10);
    takeLease(store, claimOf('b'), everybody, 11);
    releaseLease(store, 'uno', 'a');
    expect(takeLease(store, claimOf('c'), everybody, 12)).toMatchObject({ ok: false });
    expect(takeLease(store, claimOf('b'), everybody, 13)).toMatchObject({ ok: true });
    expect(board()).toMatchObject({ lease: { owner: 'b' }, queue: ['c'] });
  });

  it('is reclaimed from an owner that died, and the dead leave the queue', () => {
    takeLease(store, claimOf('a'), everybody, 10);
    takeLease(store, claimOf('b'), everybody, 11);
    const onlyC = (p: { startTime: string }) => p.startTime === 'c';
    expect(takeLease(store, claimOf('c'), onlyC, 12)).toMatchObject({ ok: true });
    expect(board().queue).toEqual([]);
  });

  it('ends when it is not renewed, and not before', () => {
    takeLease(store, claimOf('a'), everybody, 10);
    expect(takeLease(store, claimOf('b'), everybody, 9 + LEASE_MS)).toMatchObject({ ok: false });
    expect(renewLease(store, claimOf('a'), 9 + LEASE_MS)).toMatchObject({ ok: true });
    expect(takeLease(store, claimOf('b'), everybody, 10 + LEASE_MS)).toMatchObject({ ok: false });
    expect(takeLease(store, claimOf('b'), everybody, 9 + 2 * LEASE_MS)).toMatchObject({ ok: true });
    const lost = { code: 'BOARD_LEASED', message: 'the lease of board uno was lost to b' };
    expect(renewLease(store, claimOf('a'), 9 + 2 * LEASE_MS)).toMatchObject({ ok: false, error: lost });
  });

  it('taken by hand outlives the command that took it', () => {
    takeLease(store, claimOf('me', { ttlMs: null }), everybody, 10);
    const nobody = () => false;
    expect(takeLease(store, claimOf('a'), nobody, 10 ** 12)).toMatchObject({ ok: false });
    releaseLease(store, 'uno', 'me');
    expect(takeLease(store, claimOf('a'), everybody, 10 ** 12)).toMatchObject({ ok: true });
  });

  it('is the same one when its owner takes it again after a restart', () => {
    takeLease(store, claimOf('a'), everybody, 10);
    const again = value(takeLease(store, claimOf('a'), everybody, 20));
    expect(again).toMatchObject({ since: 10, expires_at: 20 + LEASE_MS });
  });
});

describe('a lease that a person ended', () => {
  it('is not prolonged, whether or not somebody waits for the board', () => {
    takeLease(store, claimOf('a'), everybody, 10);
    releaseBoard(store, 'uno');
    expect(renewLease(store, claimOf('a'), 11)).toMatchObject({ ok: false, error: { code: 'LEASE_LOST' } });
    takeLease(store, claimOf('b'), everybody, 12);
    takeLease(store, claimOf('c'), everybody, 12);
    releaseBoard(store, 'uno');
    expect(renewLease(store, claimOf('b'), 13)).toMatchObject({
      error: { code: 'BOARD_LEASED', message: expect.stringContaining('lost to c') },
    });
  });
});

describe('a board that fails its health check', () => {
  it('is out of use from the third failure in a row until a person releases it', () => {
    for (const problem of [sick, sick, null, sick, sick]) noteHealth(store, 'uno', problem);
    expect(board().quarantined).toBeNull();
    noteHealth(store, 'uno', sick);
    expect(board().quarantined).toContain('no banner');
    const refused = takeLease(store, claimOf('a'), everybody, 10);
    expect(refused).toMatchObject({ ok: false, error: { code: 'BOARD_QUARANTINED' } });
    releaseBoard(store, 'uno');
    expect(takeLease(store, claimOf('a'), everybody, 11)).toMatchObject({ ok: true });
  });
});

describe('the registry', () => {
  it('knows a board again under another port', () => {
    value(noteBoard(store, { id: 'uno', profile: 'arduino-uno', key }, 2));
    const moved = { ...key, port: '/dev/ttyACM3' };
    value(noteBoard(store, { id: 'uno', profile: 'arduino-uno', key: moved }, 3));
    expect(value(listBoards(store))).toMatchObject([{ id: 'uno', key: moved, seen_at: 3 }]);
    expect(boardId('arduino-uno', key)).toBe(boardId('arduino-uno', moved));
  });

  it('tells boards without a serial number apart by where they are plugged in', () => {
    const one = { ...key, serial: null };
    expect(boardId('p', one)).not.toBe(boardId('p', { ...one, topology: '1-5' }));
    expect(boardId('p', one)).toBe(boardId('p', { ...one, port: 'COM9' }));
  });

  it('names the boards that there are when one is not known', () => {
    expect(findBoard(store, 'due')).toMatchObject({ ok: false, error: { next: 'use one of: uno' } });
  });
});
