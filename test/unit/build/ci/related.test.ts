import { describe, expect, it } from 'vitest';
import { importGraph, reached } from '../../../../build/ci/import-graph.mjs';
import { fitting, relatedTests, rowFor } from '../../../../build/ci/related.mjs';
import { put, temporary } from '../../workspace/repositories.js';

const impact = [
  ['electron/bench/', ['test/bench/', 'test/lies.']],
  ['electron/bench/flash/', ['test/bench/flash.']],
] as const;

const reach = new Map([
  ['test/bench/flash.full.test.ts', new Set(['test/bench/flash.full.test.ts'])],
  ['test/bench/loop.full.test.ts', new Set(['test/bench/loop.full.test.ts', 'shared/image.ts'])],
  ['test/lies.full.test.ts', new Set(['test/lies.full.test.ts', 'shared/image.ts'])],
]);

const related = (changed: string[], weights: Record<string, number> = {}) =>
  relatedTests(changed, reach, impact, (file) => weights[file] ?? 10);

describe('the files that a test imports', () => {
  it('are those of its imports, too, in a circle as well, and no packages', () => {
    const imports = {
      a: { imports: [{ path: 'b' }, { path: 'vitest', external: true }] },
      b: { imports: [{ path: 'c' }] },
      c: { imports: [{ path: 'a' }] },
      d: { imports: [] },
    };
    expect([...reached(imports, 'a')]).toEqual(['a', 'b', 'c']);
  });

  it('are read from sources, those on demand too, and types are none', async () => {
    const dir = temporary('graph');
    put(dir, {
      'test/a.test.ts':
        "import { it } from 'vitest';\nimport '../shared/b.js';\nit('x', () => import('./c.js'));\n",
      'test/d.test.ts': "import type { B } from '../shared/b.js';\nexport const d: B = 1;\n",
      'test/c.ts': 'export const c = 1;\n',
      'shared/b.ts': 'export type B = number;\nexport const b = 1;\n',
    });
    expect(await importGraph(dir, ['test/a.test.ts', 'test/d.test.ts'])).toEqual(
      new Map([
        ['test/a.test.ts', new Set(['test/a.test.ts', 'shared/b.ts', 'test/c.ts'])],
        ['test/d.test.ts', new Set(['test/d.test.ts'])],
      ]),
    );
    await expect(importGraph(dir, ['test/gone.test.ts'])).rejects.toThrow('gone.test.ts');
  });
});

describe('a row of the table', () => {
  it('is the one that names the most of the path', () => {
    expect(rowFor('electron/bench/flash/dfu.ts', impact)).toEqual(['test/bench/flash.']);
    expect(rowFor('electron/bench/within.ts', impact)).toEqual(['test/bench/', 'test/lies.']);
    expect(rowFor('docs/bench.md', impact)).toEqual([]);
  });
});

describe('the tests that a change touches', () => {
  it('are those that import what changed, and those of the table', () => {
    const names = (changed: string) => related([changed]).map(({ file }) => file);
    expect(names('shared/image.ts')).toEqual(['test/bench/loop.full.test.ts', 'test/lies.full.test.ts']);
    expect(names('electron/bench/flash/dfu.ts')).toEqual(['test/bench/flash.full.test.ts']);
    expect(names('docs/bench.md')).toEqual([]);
  });

  it('begin with a test that was changed itself, and say what each is there for', () => {
    const found = related(['shared/image.ts', 'test/lies.full.test.ts']);
    expect(found.map(({ file, why, risk }) => [file, why, risk])).toEqual([
      ['test/lies.full.test.ts', 'test/lies.full.test.ts', 1.5],
      ['test/bench/loop.full.test.ts', 'shared/image.ts', 0.5],
    ]);
  });

  it('are in the order of what they judge in a second', () => {
    const weights = { 'test/bench/loop.full.test.ts': 30, 'test/lies.full.test.ts': 20 };
    expect(related(['electron/bench/within.ts'], weights).map(({ file, cpu }) => [file, cpu])).toEqual([
      ['test/bench/flash.full.test.ts', 10],
      ['test/lies.full.test.ts', 20],
      ['test/bench/loop.full.test.ts', 30],
    ]);
  });
});

describe('what fits into a limit', () => {
  it('leaves out what is too long, and takes shorter ones behind it', () => {
    const tests = [{ cpu: 400 }, { cpu: 600 }, { cpu: 500 }, { cpu: 1 }];
    expect(fitting(tests, 900)).toEqual({
      fits: [{ cpu: 400 }, { cpu: 500 }],
      over: [{ cpu: 600 }, { cpu: 1 }],
    });
  });
});
