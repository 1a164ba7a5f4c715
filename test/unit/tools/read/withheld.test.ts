import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { WITHHELD } from '../../../../electron/agents/egress/withheld.js';
import { readFile } from '../../../../electron/tools/read/files.js';
import { search } from '../../../../electron/tools/read/search.js';
import { type SymbolsWork, symbols } from '../../../../electron/tools/read/symbols.js';
import { withheldFiles } from '../../../../electron/tools/withheld/withheld-files.js';
import { value } from '../../../fixtures/firmware-run.js';
import { visiting } from '../../../fixtures/visiting.js';
import { hostBench } from '../../effects/firmware-loop/trial/trial-bench.js';

const FILES = {
  'src/keys.h': '#define KEY 4711\nint key_one(void);\n',
  'src/{a}[b] !*.h': '#define KEY 4711\n',
  'src/a.c': 'int KEYS;\nint key_two(void) { return 1; }\n',
  '.gitignore': 'made.h\n',
};

let work: SymbolsWork;
beforeEach(async () => {
  const { bench } = await hostBench(FILES, { parser: 'tap', command: ['true'], cases: ['*'] });
  const { clone } = bench.paths;
  const isWithheld = withheldFiles({ neverSend: ['src/*.h'], inputs: [{ to: 'made.h' }], clone });
  writeFileSync(path.join(clone, 'made.h'), '#define KEY 4711\n');
  work = { paths: bench.paths, wasmDir: path.resolve('dist'), isWithheld };
});

const io = () => visiting().visit.io;
const HEADERS = ['src/keys.h', 'src/{a}[b] !*.h'];

describe('who must not learn what a file holds', () => {
  it('finds the same whether a pattern matches there or not, and is told its name once', async () => {
    const find = async (pattern: string, max = 100, glob?: string) =>
      value(await io().call(search, { pattern, max, ...(glob && { glob }) }, work));
    const nothing = { matches: [], isCut: false, withheld: HEADERS };
    expect(await find('KEY 4')).toEqual(nothing);
    expect(await find('KEY 5')).toEqual(nothing);
    expect(await find('KEY', 1)).toEqual({
      ...nothing,
      matches: [{ file: 'src/a.c', line: 1, text: 'int KEYS;' }],
    });
    const headers = await find('KEY', 1, '*.h');
    expect(headers).toMatchObject({ matches: [], isCut: false });
    expect(headers.withheld).toEqual(expect.arrayContaining(HEADERS));
    expect((await find('KEYS', 1, '*.c')).withheld).toBeUndefined();
  });

  it('is told no symbol of it, and not whether it has one', async () => {
    const named = async (name: string) => value(await io().call(symbols, { name }, work));
    expect(await named('KEY')).toEqual({ symbols: [], isCut: false, withheld: HEADERS });
    expect(await named('NO_KEY')).toEqual(await named('KEY'));
    expect((await named('key_two')).symbols).toHaveLength(1);
  });

  it('reads a placeholder that is the same for every text and every line', async () => {
    const read = async (file: string, start_line?: number) =>
      io().call(readFile, { path: file, ...(start_line && { start_line }) }, work);
    const shown = { path: 'src/keys.h', start_line: 0, end_line: 0, lines: 0, text: WITHHELD };
    expect(value(await read('src/keys.h'))).toEqual(shown);
    expect(value(await read('src/keys.h', 999))).toEqual(shown);
    writeFileSync(path.join(work.paths.clone, 'src/keys.h'), 'a\0b');
    expect(value(await read('src/keys.h'))).toEqual(shown);
    expect(await read('src/none.h')).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } });
  });
});
