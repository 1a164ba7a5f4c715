import { describe, expect, it } from 'vitest';
import { timed } from '../../../../electron/bench/console/timed.js';

describe('an expression with a time limit', () => {
  it('judges each line as long as it is fast', () => {
    const slow: string[] = [];
    const judge = timed(
      (line) => /^a/.test(line),
      true,
      () => slow.push('slow'),
    );
    const lines = Array.from({ length: 1203 }, (_, i) => (i % 3 === 0 ? 'ab' : 'ba'));
    expect(judge(lines)).toEqual(lines.map((line) => line === 'ab'));
    expect(slow).toEqual([]);
  });

  it('is given up for good at the first line that takes for ever, and says so once', () => {
    const slow: string[] = [];
    const judge = timed(
      (line) => /^(a+)+$/.test(line),
      true,
      () => slow.push('slow'),
    );
    expect(judge(['x', `${'a'.repeat(64)}!`, 'x'])).toEqual([false, true, true]);
    expect(judge([`${'a'.repeat(64)}!`, 'x'])).toEqual([true, true]);
    expect(slow).toEqual(['slow']);
  });
});
