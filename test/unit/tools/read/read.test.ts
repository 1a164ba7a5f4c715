import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listFiles, readFile } from '../../../../electron/tools/read/files.js';
import type { ReadWork } from '../../../../electron/tools/read/read-tool.js';
import { history, search } from '../../../../electron/tools/read/search.js';
import { symbols } from '../../../../electron/tools/read/symbols.js';
import { NOTHING_WITHHELD } from '../../../../electron/tools/withheld/withheld-files.js';
import { value } from '../../../fixtures/firmware-run.js';
import { visiting } from '../../../fixtures/visiting.js';
import { hostBench } from '../../effects/firmware-loop/trial/trial-bench.js';

const WASM = path.resolve('dist');

const SOURCE = `#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SIZE 4
enum mode { IDLE, BUSY };
typedef struct ring { int at; } ring_t;
static int count = 0;
int ring_put(ring_t *r,
             int value);
#ifdef EXTRA
int ring_put(ring_t *r,
             int value)
{
  return value + SIZE;
}
#endif
`;

let work: ReadWork & { wasmDir: string };
beforeEach(async () => {
  const files = { 'src/ring.c': SOURCE, 'README.md': 'a ring\n' };
  const { bench } = await hostBench(files, { parser: 'tap', command: ['true'], cases: ['*'] });
  work = { paths: bench.paths, wasmDir: WASM, isWithheld: NOTHING_WITHHELD };
});

const io = () => visiting().visit.io;

describe('read_file', () => {
  it('gives a file with the lines that it has, or those that were asked for', async () => {
    expect(value(await io().call(readFile, { path: 'README.md' }, work))).toEqual({
      ...{ path: 'README.md', start_line: 1, end_line: 1, lines: 1, text: 'a ring' },
    });
    const some = value(await io().call(readFile, { path: 'src/ring.c', start_line: 2, end_line: 3 }, work));
    expect(some).toMatchObject({
      start_line: 2,
      end_line: 3,
      text: '#define SIZE 4\nenum mode { IDLE, BUSY };',
    });
  });

  it('says how much of a long file it gave', async () => {
    writeFileSync(path.join(work.paths.clone, 'long.c'), 'int a;\n'.repeat(5000));
    const read = value(await io().call(readFile, { path: 'long.c' }, work));
    expect([read.end_line, read.lines]).toEqual([2000, 5000]);
  });

  it('reads nothing outside of the clone, by no way', async () => {
    symlinkSync('/etc', path.join(work.paths.clone, 'etc'));
    for (const name of ['../../../etc/passwd', '/etc/passwd', 'etc/passwd', '.git/config', 'src/../../x', ''])
      expect((await io().call(readFile, { path: name }, work)).ok).toBe(false);
  });
});

describe('list_files', () => {
  it('lists what a glob matches', async () => {
    expect(value(await io().call(listFiles, {}, work)).files).toEqual(['README.md', 'src/ring.c']);
    expect(value(await io().call(listFiles, { glob: '*.c' }, work)).files).toEqual(['src/ring.c']);
  });
});

describe('search', () => {
  it('gives the lines that match, as many as are asked for', async () => {
    expect(value(await io().call(search, { pattern: 'ring_put\\(', glob: '*.c' }, work))).toMatchObject({
      matches: [{ file: 'src/ring.c', line: 6 }, { line: 9 }],
      isCut: false,
    });
    expect(value(await io().call(search, { pattern: 'RING', ignore_case: true, max: 1 }, work)).isCut).toBe(
      true,
    );
    for (const refused of [{ pattern: '' }, { pattern: 'a\0' }, { pattern: 'a', glob: '*\0.c' }])
      expect(await io().call(search, refused, work)).toMatchObject({
        error: { code: 'ARGUMENTS_MALFORMED' },
      });
  });
});

describe('symbols', () => {
  it('names functions, macros, types and variables, with their lines and how they are declared', async () => {
    const { symbols: all } = value(await io().call(symbols, {}, work));
    expect(all.map(({ kind, name, line }) => `${kind} ${name} ${line}`)).toEqual([
      ...['macro MAX 1', 'macro SIZE 2', 'enum mode 3', 'enumerator IDLE 3', 'enumerator BUSY 3'],
      ...[
        'struct ring 4',
        'typedef ring_t 4',
        'variable count 5',
        'declaration ring_put 6',
        'function ring_put 9',
      ],
    ]);
    expect(all.at(-1)).toMatchObject({ signature: 'int ring_put(ring_t *r, int value)', end_line: 13 });
  });

  it('finds one name, or what lies in one place', async () => {
    const put = value(await io().call(symbols, { name: 'ring_put', path: 'src' }, work)).symbols;
    expect(put.map(({ kind }) => kind)).toEqual(['declaration', 'function']);
    expect(value(await io().call(symbols, { path: 'sr' }, work)).symbols).toEqual([]);
  });
});

describe('history', () => {
  it('gives the commits that changed a path, and refuses one that leads out', async () => {
    const { commits } = value(await io().call(history, { path: 'src/ring.c' }, work));
    expect(commits).toHaveLength(1);
    expect(commits[0]?.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(value(await io().call(history, { path: '*.c' }, work)).commits).toEqual([]);
    expect((await io().call(history, { path: '../..' }, work)).ok).toBe(false);
  });
});

describe('a tool that reads', () => {
  it('leaves no operation in the journal, and may be called again in one visit', async () => {
    const { journal, visit } = visiting();
    await visit.io.call(listFiles, {}, work);
    await visit.io.call(listFiles, {}, work);
    expect(value(journal.operation('main.7.list_files'))).toBeNull();
  });
});
