import { describe, expect, it } from 'vitest';
import { slowestFiles } from '../../../build/slowest-files.mjs';

describe('the slowest test files', () => {
  it('are the ten that took longest, the slowest first, each with its time', () => {
    const times = Array.from({ length: 12 }, (_, i) => ({ file: `test/${i}.test.ts`, ms: i * 1000 }));
    const told = slowestFiles([...times.slice(6), ...times.slice(0, 6)]);
    expect(told).toHaveLength(10);
    expect(told[0]).toBe('   11.0 s  test/11.test.ts');
    expect(told.at(-1)).toBe('    2.0 s  test/2.test.ts');
  });

  it('are all files where there are fewer, and none where none ran', () => {
    expect(slowestFiles([{ file: 'test/a.test.ts', ms: 1260 }])).toEqual(['    1.3 s  test/a.test.ts']);
    expect(slowestFiles([])).toEqual([]);
  });
});
