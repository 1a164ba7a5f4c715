import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { proposeParser } from '../../../../electron/bench/results/propose.js';

const recorded = (file: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../fixtures/test-output', file), 'utf8');
const EXIT = { ended_by: 'exit', exit_code: 1, signal: null } as const;
const SILENT = { ended_by: 'silence', exit_code: null, signal: null } as const;

describe('a parser', () => {
  it.each([
    ['gtest.txt', 'gtest'],
    ['cmocka.txt', 'cmocka'],
    ['cmocka-tap.txt', 'tap'],
    ['cmocka-subunit.txt', 'cmocka'],
    ['ctest.txt', 'ctest'],
    ['ctest-verbose.txt', 'ctest'],
  ])('is proposed by %s alone: %s', (file, parser) => {
    expect(proposeParser(recorded(file), EXIT, true)).toMatchObject({ kind: 'one', parser });
  });

  it('is `exit` for a program of no known format, and none for a target without an exit code', () => {
    expect(proposeParser('hello\n', EXIT, true)).toMatchObject({ kind: 'one', parser: 'exit' });
    expect(proposeParser('hello\n', SILENT, false)).toEqual({
      kind: 'none',
      lookedFor: ['unity', 'tap', 'ztest', 'gtest', 'cmocka', 'ctest'],
    });
  });

  it('is not settled by two formats that stand side by side, nor by one line', () => {
    const both = `${recorded('gtest.txt')}\na.c:1:x:PASS\na.c:2:y:PASS\n`;
    expect(proposeParser(both, EXIT, true)).toMatchObject({
      kind: 'several',
      likely: [{ format: 'gtest' }, { format: 'unity', cases: 2 }],
    });
    expect(proposeParser('a.c:1:x:PASS\n', { ...EXIT, ended_by: 'crash' }, true)).toMatchObject({
      kind: 'several',
      likely: [{ format: 'unity', cases: 1 }],
    });
  });

  it('is the runner’s where the output of its programs stands in its own', () => {
    expect(proposeParser(recorded('ctest.txt'), EXIT, true)).toMatchObject({ parser: 'ctest', cases: 8 });
  });
});
