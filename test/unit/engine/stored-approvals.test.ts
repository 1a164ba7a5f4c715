import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedApprovals } from '../../../electron/engine/stored-approvals.js';
import { english } from '../../fixtures/english.js';
import { tempDir } from '../../fixtures/firmware-run.js';

const ONE = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

let home: string;
beforeEach(() => {
  home = tempDir();
});

const builds = () => storedApprovals(home, 'build', () => 0);
const fileOf = (binding: string): string => path.join(home, 'approved-builds', binding);
const key = (): string => path.join(home, 'approvals.key');
const forge = (text: string): void => {
  mkdirSync(path.dirname(fileOf(ONE)), { recursive: true });
  writeFileSync(fileOf(ONE), text);
};

describe('a stored approval', () => {
  it('counts for what it is about, and for nothing else', () => {
    builds().add(ONE);
    expect(builds().find(ONE)).toMatchObject({ is: 'genuine', at: '1970-01-01T00:00:00.000Z' });
    expect(builds().find(OTHER)).toEqual({ is: 'none', binding: OTHER, revoked: null });
    expect(storedApprovals(home, 'drives', () => 0).find(ONE).is).toBe('none');
  });

  it('is taken back by deleting it, and leaves no draft behind', () => {
    builds().add(ONE);
    builds().add(ONE);
    expect(readdirSync(path.dirname(fileOf(ONE)))).toEqual([ONE]);
    renameSync(fileOf(ONE), path.join(home, 'away'));
    expect(builds().find(ONE).is).toBe('none');
  });

  it.skipIf(process.platform === 'win32')('is written, as its key, for nobody else', () => {
    builds().add(ONE);
    for (const file of [key(), fileOf(ONE)]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('an approval that was taken back', () => {
  const about = { subject: '/fw', parts: { command: 'c' }, run: 'r' };

  it('stays so, and the next answer is about something else', () => {
    builds().add(ONE, about);
    builds().revoke(ONE);
    const known = builds().find(ONE);
    expect(known).toMatchObject({ is: 'none', revoked: '1970-01-01T00:00:00.000Z' });
    expect(known.binding).not.toBe(ONE);
    builds().add(known.binding);
    expect(builds().find(ONE)).toMatchObject({ is: 'genuine', binding: known.binding });
    builds().revoke(known.binding);
    expect(builds().find(ONE).is).toBe('none');
    expect(new Set([ONE, known.binding, builds().find(ONE).binding]).size).toBe(3);
  });

  it('is listed no more, while others are, with what they are about', () => {
    builds().add(ONE, about);
    builds().add(OTHER);
    expect(builds().list()).toMatchObject([
      { is: 'genuine', binding: ONE, about },
      { is: 'genuine', binding: OTHER, about: null },
    ]);
    builds().revoke(ONE);
    expect(
      builds()
        .list()
        .map(({ is, binding }) => [is, binding]),
    ).toEqual([
      ['none', ONE],
      ['genuine', OTHER],
    ]);
  });

  it('cannot be made to count by changing its record, nor can what it was about', () => {
    builds().add(ONE, about);
    writeFileSync(fileOf(ONE), readFileSync(fileOf(ONE), 'utf8').replace('/fw', '/ot'));
    expect(builds().find(ONE).is).toBe('void');
    builds().revoke(ONE);
    const { revoked: _, ...rest } = JSON.parse(readFileSync(fileOf(ONE), 'utf8'));
    writeFileSync(fileOf(ONE), JSON.stringify(rest));
    expect(builds().find(ONE).is).toBe('void');
  });
});

describe('a record that is none', () => {
  it.each([
    ['an empty file, as an older Benchloop wrote', '', /damaged, or an older Benchloop/],
    ['no JSON', 'yes', /damaged/],
    ['a record without a mark', `{"kind":"build","binding":"${ONE}","at":"now"}`, /damaged/],
    [
      'a mark that somebody made up',
      JSON.stringify({ kind: 'build', binding: ONE, at: 'now', mac: 'c'.repeat(64) }),
      /Benchloop did not write it/,
    ],
  ])('does not count, and its place is told: %s', (_name, text, why) => {
    builds().add(OTHER);
    forge(text);
    const known = english(builds().find(ONE));
    expect(known).toMatchObject({ is: 'void', why: expect.stringMatching(why) });
    expect(JSON.stringify(known)).toContain('approved-builds');
  });

  it('does not count where it was copied from another approval, or changed', () => {
    builds().add(OTHER);
    const genuine = readFileSync(fileOf(OTHER), 'utf8');
    forge(genuine);
    expect(builds().find(ONE).is).toBe('void');
    forge(genuine.replace(OTHER, ONE));
    expect(builds().find(ONE).is).toBe('void');
    writeFileSync(fileOf(OTHER), genuine.replace('1970', '1971'));
    expect(builds().find(OTHER).is).toBe('void');
  });

  it('is written anew by the next yes', () => {
    forge('');
    builds().add(ONE);
    expect(builds().find(ONE).is).toBe('genuine');
  });
});

describe('the key', () => {
  it('is made with the first approval, and voids all others where it is lost or cut off', () => {
    expect(builds().find(ONE).is).toBe('none');
    expect(existsSync(key())).toBe(false);
    builds().add(ONE);
    writeFileSync(key(), 'short');
    expect(english(builds().find(ONE))).toMatchObject({ is: 'void', why: expect.stringContaining('key') });
    builds().add(OTHER);
    expect([builds().find(ONE).is, builds().find(OTHER).is]).toEqual(['void', 'genuine']);
  });

  it.skipIf(process.platform === 'win32')('counts for nothing where others can read it', () => {
    builds().add(ONE);
    chmodSync(key(), 0o644);
    expect(english(builds().find(ONE))).toMatchObject({ is: 'void', why: expect.stringContaining('0600') });
    builds().add(ONE);
    expect([statSync(key()).mode & 0o777, builds().find(ONE).is]).toEqual([0o600, 'genuine']);
  });
});
