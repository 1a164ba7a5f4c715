import { describe, expect, it } from 'vitest';
import { uncompiledParts } from '../../../electron/agents/judgement/uncompiled.js';
import { createBench } from '../../fixtures/rules-scratch.js';
import { program } from '../../fixtures/rules-unit.js';

const UNIT = [
  'int one(int a)',
  '{',
  '    return a;',
  '}',
  '',
  ...Array.from({ length: 8 }, (_, i) => `int pad${i};`),
  '#ifdef OTHER_BOARD',
  'int two(int a)',
  '{',
  '    return a;',
  '}',
  '#endif',
  '',
].join('\n');
const CHANGED = UNIT.replaceAll('return a;', 'return a + 1;');

const bench = (files: Record<string, string> = {}) =>
  createBench({
    files: {
      'src/unit.c': UNIT,
      'src/unit.h': 'int one(int a);\n',
      'test/main.c': program('CHECK("one", one(1) == 2);'),
      ...files,
    },
    changeable: ['src/unit.c'],
    parser: 'tap',
  });
const signal = new AbortController().signal;
const change = (after: string) => [{ file: 'src/unit.c', before: UNIT, after }];

describe('a change of several parts', () => {
  it('is told which of them the build leaves out', async () => {
    expect(await uncompiledParts(change(CHANGED), bench(), signal)).toEqual([
      { file: 'src/unit.c', line: 17 },
    ]);
  });

  it('is told of none where all are compiled', async () => {
    const open = CHANGED.replace('#ifdef OTHER_BOARD', '#ifndef OTHER_BOARD');
    const before = UNIT.replace('#ifdef OTHER_BOARD', '#ifndef OTHER_BOARD');
    const files = [{ file: 'src/unit.c', before, after: open }];
    expect(await uncompiledParts(files, bench({ 'src/unit.c': before }), signal)).toEqual([]);
  });

  it('is not asked about where it is one part', async () => {
    const one = bench();
    expect(await uncompiledParts(change(UNIT.replace('return a;', 'return a + 1;')), one, signal)).toEqual(
      [],
    );
    expect(one.trials()).toBe(0);
  });

  it('is unknown where the build fails for something else', async () => {
    const broken = bench({ 'test/main.c': 'int main(void) { return nothing; }\n' });
    const files = change(CHANGED).map((one) => ({ ...one, file: 'src/unit.txt' }));
    expect(await uncompiledParts(files, broken, signal)).toBeNull();
    expect(await uncompiledParts(change(CHANGED.replaceAll('one(', 'nil(')), broken, signal)).not.toEqual([]);
  });
});
