import type { Profiler } from 'node:inspector';
import { SourceMap } from 'node:module';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { executedKeys, placesOf } from '../../coverage/executed.js';

const SOURCE = `import { a } from './a.js';

/** Twice, and so is each of a list. */
export const twice = (n: number): number => n * 2;
export function all(
  list: number[],
): number[] {
  return list
    .map((n) => twice(n));
}
`;

/** Coverage of a function that begins with a text of the script. */
function ran(script: string, begin: string, functionName: string, count: number): Profiler.FunctionCoverage {
  const startOffset = script.indexOf(begin);
  return {
    functionName,
    isBlockCoverage: false,
    ranges: [{ startOffset, endOffset: startOffset + 1, count }],
  };
}

const lines = SOURCE.split('\n');

describe('the functions that were executed', async () => {
  const made = await transform(SOURCE, {
    loader: 'ts',
    sourcemap: 'external',
    sourcefile: 'shared/lists.ts',
    minifyWhitespace: true,
  });
  const keys = (
    functions: Profiler.FunctionCoverage[],
    fileOf = (source: string): string | undefined => source,
  ) =>
    executedKeys(
      functions,
      placesOf({ text: made.code, map: new SourceMap(JSON.parse(made.map)), fileOf }),
      (_, line) => lines[line - 1] ?? '',
    );

  it('are told by file, line and name of the source, whatever a bundler called them', () => {
    const executed = [ran(made.code, 'n=>n*2', 'twice2', 1), ran(made.code, 'function all', 'all', 3)];
    expect(keys(executed)).toEqual(['shared/lists.ts:4:twice', 'shared/lists.ts:5:all']);
  });

  it('have no name where the source gives none', () => {
    expect(keys([ran(made.code, 'n=>twice', '', 1)])).toEqual(['shared/lists.ts:9:']);
  });

  it('are neither those that were not called, nor the script as a whole', () => {
    const script = {
      functionName: '',
      isBlockCoverage: false,
      ranges: [{ startOffset: 0, endOffset: 9, count: 1 }],
    };
    expect(keys([ran(made.code, 'function all', 'all', 0), script])).toEqual([]);
  });

  it('are only those of our sources', () => {
    expect(keys([ran(made.code, 'function all', 'all', 1)], () => undefined)).toEqual([]);
  });
});

describe('a function whose beginning a map does not know', () => {
  // Maps `name` of line 1 to line 1, and the parameter in the next segment to line 2.
  const map = new SourceMap({
    file: 'out.js',
    version: 3,
    sources: ['shared/a.ts'],
    sourcesContent: [],
    names: [],
    mappings: 'AAAM,SACJ',
    sourceRoot: '',
  });
  const text = 'name = (x) => x;\n';
  const lineAt = (_: string, line: number): string => ['const name = (', '  x: number,'][line - 1] ?? '';
  const at = (functionName: string) =>
    executedKeys(
      [{ functionName, isBlockCoverage: false, ranges: [{ startOffset: 7, endOffset: 15, count: 1 }] }],
      placesOf({ text, map, fileOf: (source) => source }),
      lineAt,
    );

  it('is in the line that has its name, else where what it says first is', () => {
    expect(at('name')).toEqual(['shared/a.ts:1:name']);
    expect(at('other')).toEqual(['shared/a.ts:2:']);
  });
});
