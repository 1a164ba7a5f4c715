import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readClaim } from '../../../../electron/bench/broker/claim.js';
import { claimName } from '../../../../electron/bench/broker/claimed-name.js';
import { brokerPlace } from '../../../../electron/bench/broker/place.js';
import { value } from '../../../fixtures/firmware-run.js';

const MINE = { address: '/nowhere/mine', token: 't'.repeat(32), pid: 1 };
const THEIRS = { address: '/nowhere/theirs', token: 'u'.repeat(32), pid: 2 };

let dir: string;
let first: string;
let second: string;
const place = (port: string) => value(brokerPlace(port));
const found = (port: string) => readClaim(place(port).claim)?.address;
const claim = (port: string, who = MINE) => {
  const name = claimName(port, place(port), who);
  if (name !== null) onTestFinished(name.withdraw);
  return name;
};

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'bench-name-'));
  [first, second] = [path.join(dir, 'ttyUSB0'), path.join(dir, 'ttyUSB1')];
  writeFileSync(first, '');
  onTestFinished(() => rmSync(dir, { recursive: true }));
});

describe('where the owner of a port is found', () => {
  it('is under the name that the device has when it is back, and not under the one that it had', () => {
    const name = claim(first);
    renameSync(first, second);
    name?.isAt(second);
    expect([found(first), found(second)]).toEqual([undefined, MINE.address]);
  });

  it('is under any of its links', () => {
    const link = path.join(dir, 'by-id');
    symlinkSync(first, link);
    claim(link)?.isAt(first);
    expect(found(link)).toBe(MINE.address);
    expect(claim(first, THEIRS)).toBeNull();
  });

  it('is the old name while the device is away, until another device has that', () => {
    const name = claim(first);
    rmSync(first);
    name?.isAway();
    expect(found(first)).toBe(MINE.address);
    writeFileSync(first, '');
    name?.isAway();
    expect(found(first)).toBeUndefined();
    claim(first, THEIRS);
    writeFileSync(second, '');
    name?.isAt(second);
    expect([found(first), found(second)]).toEqual([THEIRS.address, MINE.address]);
  });
});
