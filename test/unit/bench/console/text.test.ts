import { describe, expect, it } from 'vitest';
import { createHexRows, hexRow } from '../../../../electron/bench/console/hex.js';
import { compileFilter, compileHighlights } from '../../../../electron/bench/console/line-rules.js';
import { samplesOf } from '../../../../electron/bench/console/plot.js';
import { inEnglish } from '../../../../shared/texts/words.js';

describe('numbers of a line', () => {
  it.each([
    [
      'temp:21.5 hum=40',
      [
        { name: 'temp', value: 21.5 },
        { name: 'hum', value: 40 },
      ],
    ],
    [
      '1, -2;3e2',
      [
        { name: '1', value: 1 },
        { name: '2', value: -2 },
        { name: '3', value: 300 },
      ],
    ],
    ['42', [{ name: '1', value: 42 }]],
    ['boot ok', []],
    ['ip=10.0.0.1', []],
    ['12:30:05 started', []],
  ])('of %s', (line, expected) => {
    expect(samplesOf(line)).toEqual(expected);
  });
});

describe('rules for lines', () => {
  it('include and exclude', () => {
    const filter = compileFilter({ include: ['^E', 'warn'], exclude: ['noise'] });
    if (!filter.ok) throw new Error(inEnglish(filter.error.message));
    expect(['Error', 'a warning', 'Enoise', 'info'].map(filter.value)).toEqual([true, true, false, false]);
  });

  it('look at what a line says, without the escape sequences that colour it', () => {
    const red = '\u001b[1;31mE: fan\u001b[0m';
    const anchored = compileFilter({ include: ['^E: fan$'], exclude: [] });
    const colour = compileHighlights([{ pattern: '^E', colour: 'red' }]);
    if (!anchored.ok || !colour.ok) throw new Error('no expression');
    expect([red, `${red}\u001b[K`, `x${red}`].map(anchored.value)).toEqual([true, true, false]);
    expect(colour.value(red)).toBe('red');
    expect(samplesOf('\u001b[32m1, 2\u001b[0m')).toHaveLength(2);
  });

  it('tell capitals from small letters unless they are told not to', () => {
    const filters = [false, true].map((ignoreCase) => {
      const filter = compileFilter({ include: ['^error'], exclude: ['NOISE'], ignoreCase });
      if (!filter.ok) throw new Error(inEnglish(filter.error.message));
      return ['ERROR 1', 'error 2', 'error noise'].map(filter.value);
    });
    expect(filters).toEqual([
      [false, true, true],
      [true, true, false],
    ]);
  });

  it('name the expression that is none', () => {
    expect(compileFilter({ include: ['('], exclude: [] })).toMatchObject({
      ok: false,
      error: { where: '(' },
    });
  });

  it('colour by the first rule that matches', () => {
    const colour = compileHighlights([
      { pattern: 'fail', colour: 'red' },
      { pattern: '.', colour: 'grey' },
    ]);
    if (!colour.ok) throw new Error(inEnglish(colour.error.message));
    expect(['it failed', 'x', ''].map(colour.value)).toEqual(['red', 'grey', null]);
  });
});

describe('hex rows', () => {
  it('look like those of hexdump -C', () => {
    expect(hexRow(Buffer.from('Hi\n'), 16)).toBe(
      '00000010  48 69 0a                                          |Hi.|',
    );
  });

  it('fill up over pieces, and keep the offset', () => {
    const rows = createHexRows();
    expect(rows.push(Buffer.alloc(10), 0)).toEqual([]);
    expect(rows.push(Buffer.alloc(10), 10)).toHaveLength(1);
    expect(rows.rest()[0]).toMatch(/^00000010 {2}00 00 00 00 /);
  });
});
