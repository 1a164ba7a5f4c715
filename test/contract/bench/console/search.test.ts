import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Search, searchCapture } from '../../../../electron/bench/console/search.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'benchloop-search-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function search(text: string, wishes: Partial<Search>): ReturnType<typeof searchCapture> {
  writeFileSync(path.join(folder, '000000000000000.raw'), text);
  return searchCapture({
    folder,
    from: 0,
    pattern: '',
    ignoreCase: false,
    limit: 1000,
    timeoutMs: 120_000,
    workerFile: path.resolve('dist/search.js'),
    ...wishes,
  });
}

describe('a search of a capture', () => {
  it('finds each line that matches, and where', async () => {
    const result = await search('boot\nERR 7\nok\nerr 8\n', { pattern: 'err \\d', ignoreCase: true });
    expect(result).toMatchObject({
      ok: true,
      value: { end: 'whole', found: [{ offset: 5, text: 'ERR 7', at: 0, length: 5 }, { offset: 14 }] },
    });
  });

  it('looks at what a line says without its escape sequences, and tells where that lies with them', async () => {
    const text = 'plain\n\u001b[1;31mE: \u001b[33mfan\u001b[0m\n';
    const found = async (pattern: string) => {
      const result = await search(text, { pattern });
      return result.ok && result.value.found.map(({ text, at, length }) => text.slice(at, at + length));
    };
    expect(await found('^E: fan$')).toEqual(['E: \u001b[33mfan']);
    expect(await found('^fan')).toEqual([]);
    expect(await found('fan')).toEqual(['fan']);
    expect(await found('$')).toEqual(['', '']);
  });

  it('stops at its limit, and says so', async () => {
    const result = await search('x\n'.repeat(5000), { pattern: 'x', limit: 300 });
    expect(result.ok && [result.value.found.length, result.value.end]).toEqual([300, 'limit']);
  });

  it('ends an expression that would take for ever', async () => {
    const result = await search(`first\n${'a'.repeat(64)}!\n`, { pattern: '(a+)+$', timeoutMs: 1000 });
    expect(result.ok && result.value.end).toBe('timeout');
  });

  it('is over at once where it was stopped before', async () => {
    const result = await search('x\n', { pattern: 'x', signal: AbortSignal.abort() });
    expect(result).toEqual({ ok: true, value: { found: [], end: 'cancelled' } });
  });

  it('refuses what is no expression', async () => {
    expect(await search('', { pattern: '(' })).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  });
});
