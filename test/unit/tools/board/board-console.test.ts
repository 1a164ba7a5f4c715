import { describe, expect, it } from 'vitest';
import { consoleOn } from '../../../../electron/tools/board/board-console.js';
import { linePattern } from '../../../../electron/tools/board/line-pattern.js';
import { ok } from '../../../../shared/problem.js';
import { value } from '../../../fixtures/firmware-run.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const { signal } = new AbortController();

const opened = () => consoleOn({ write: async () => ok(undefined), close: async () => undefined });
const wish = { ms: 0, mostLines: 10, matches: () => true, signal };

describe('a console that is read in turns', () => {
  it('gives each line once, those that came between two readings too', async () => {
    const { console, take } = opened();
    take(bytes('one\ntwo\n'), 1);
    expect(value(await console.read(wish)).lines.map(({ text }) => text)).toEqual(['one', 'two']);
    take(bytes('three\npro'), 1);
    expect(value(await console.read(wish)).lines.map(({ text }) => text)).toEqual(['three', 'pro']);
    expect(value(await console.read(wish)).lines).toEqual([]);
  });

  it('ends as soon as enough lines fit the pattern, and keeps the others for the next time', async () => {
    const { console, take } = opened();
    take(bytes('a\nboot 1\nb\nboot 2\n'), 1);
    const matches = value(linePattern('^boot'));
    const read = value(await console.read({ ...wish, ms: 60_000, mostLines: 1, matches }));
    expect(read).toMatchObject({ lines: [{ text: 'boot 1' }], isCut: true });
    expect(value(await console.read(wish)).lines.map(({ text }) => text)).toEqual(['b', 'boot 2']);
  });

  it('that is closed gives what it still has, then says so at once', async () => {
    const { console, take, become } = opened();
    take(bytes('last words\n'), 1);
    become('gone');
    const patient = { ...wish, ms: 60_000 };
    expect(value(await console.read(patient)).lines).toHaveLength(1);
    expect(await console.read(patient)).toMatchObject({ ok: false, error: { code: 'PORT_LOST' } });
    expect(console.isGone()).toBe(true);
  });

  it('that comes back is read on', async () => {
    const { console, take, become } = opened();
    become('away');
    expect(await console.read(wish)).toMatchObject({ ok: false, error: { code: 'PORT_LOST' } });
    become('there');
    take(bytes('again\n'), 1);
    expect(value(await console.read(wish)).lines).toHaveLength(1);
  });

  it('ends with the signal', async () => {
    const { console } = opened();
    const read = await console.read({ ...wish, ms: 60_000, signal: AbortSignal.abort() });
    expect(value(read).lines).toEqual([]);
  });
});

describe('the pattern of a reading', () => {
  it('is refused with the reason where RE2 does not know it', () => {
    for (const pattern of ['(', '(?=x)', '(a)\\1'])
      expect(linePattern(pattern)).toMatchObject({ ok: false, error: { code: 'ARGUMENTS_MALFORMED' } });
  });
});
