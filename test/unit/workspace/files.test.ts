import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listReadable, listSources, readInside } from '../../../electron/workspace/files.js';
import { decodeText, encodeText } from '../../../electron/workspace/text.js';
import { cloned, problem, put, temporary, value } from './repositories.js';

const RULES = {
  allowedPaths: ['**'],
  forbiddenPaths: ['boot/**'],
  maxLines: 9,
  maxFiles: 9,
  riskThreshold: 1,
  bannedConstructs: [],
};

async function cloneOf(files: Record<string, string | Buffer>): Promise<string> {
  return (await cloned(files)).clone.dir;
}

describe('listSources', () => {
  it('lists what a patch may change and nothing else', async () => {
    const dir = await cloneOf({
      'src/a.c': '',
      'src/ü b.h': '',
      'start.S': '',
      'boot/x.c': '',
      'test/t.c': '',
      'src/test_a.c': '',
      Makefile: '',
      'notes.md': '',
      '.hidden/x.c': '',
    });
    put(dir, { 'generated.c': '' });
    expect(await listSources(dir, RULES)).toEqual(['src/a.c', 'src/ü b.h', 'start.S']);
    expect(await listSources(dir, { ...RULES, allowedPaths: ['src/*.c'] })).toEqual(['src/a.c']);
    expect(await listReadable(dir)).toEqual(expect.arrayContaining(['src/a.c', 'src/ü b.h', 'start.S']));
  });
});

describe('readInside', () => {
  it('reads text of the clone, byte for byte', async () => {
    const latin = Buffer.from('// \xb0\r\nint a;', 'latin1');
    const dir = await cloneOf({ 'a.c': latin });
    expect(Buffer.from(encodeText(value(await readInside(dir, 'a.c')))).equals(latin)).toBe(true);
  });

  it('refuses what leaves the clone, is no text or is too large', async () => {
    const dir = await cloneOf({
      'a.c': '',
      'bin.c': Buffer.from([1, 0]),
      'big.c': 'x'.repeat(1024 * 1024 + 1),
    });
    const outside = temporary('outside');
    put(outside, { s: 'secret' });
    symlinkSync(join(outside, 's'), join(dir, 'link.c'));
    symlinkSync(outside, join(dir, 'folder'));
    symlinkSync('loop.c', join(dir, 'loop.c'));
    mkdirSync(join(dir, 'sub'));
    const refusals = [
      ['../x', 'POLICY_VIOLATION'],
      ['/etc/passwd', 'POLICY_VIOLATION'],
      ['link.c', 'POLICY_VIOLATION'],
      ['folder/s', 'POLICY_VIOLATION'],
      ['.git', 'POLICY_VIOLATION'],
      ['a\0.c', 'POLICY_VIOLATION'],
      ['', 'POLICY_VIOLATION'],
      ['none.c', 'FILE_NOT_FOUND'],
      ['a.c/b.c', 'FILE_NOT_FOUND'],
      ['x'.repeat(5000), 'FILE_NOT_FOUND'],
      ['bin.c', 'ARGUMENTS_MALFORMED'],
      ['big.c', 'ARGUMENTS_MALFORMED'],
      ['loop.c', 'ARGUMENTS_MALFORMED'],
      ['sub', 'ARGUMENTS_MALFORMED'],
    ];
    for (const [file = '', code] of refusals)
      expect([file, problem(await readInside(dir, file)).code]).toEqual([file, code]);
  });
});

describe('text', () => {
  it('survives every byte', () => {
    const bytes = Buffer.from([
      ...Array(256).keys(),
      0xe2,
      0x82,
      0xac,
      0xf0,
      0x9f,
      0x98,
      0x80,
      0xed,
      0xb2,
      0xb0,
      0xff,
    ]);
    expect(Buffer.from(encodeText(decodeText(bytes))).equals(bytes)).toBe(true);
    expect(decodeText(Buffer.from('äöü 😀 \ufffd'))).toBe('äöü 😀 \ufffd');
  });
});
