import { describe, expect, it } from 'vitest';
import { createFinalLine } from '../../../electron/bench/final-line.js';
import { profileOf } from '../../fixtures/qemu/bench.js';

const pattern = profileOf('qemu-lm3s6965evb').testEnd.pattern;
const over = (...chunks: string[]) => {
  const line = createFinalLine(pattern);
  return chunks.map((chunk) => line.feed(Buffer.from(chunk)));
};

describe('the final line of a test', () => {
  it.each([
    '3 Tests 1 Failures 0 Ignored \r\n',
    'PROJECT EXECUTION SUCCESSFUL\n',
    'PROJECT EXECUTION FAILED\r\n',
    '\n\r3 Tests 0 Failures 0 Ignored\n\r',
    '\r3 Tests 0 Failures 0 Ignored\rOK\n',
    '\u001b[32m3 Tests 0 Failures 0 Ignored\u001b[0m\n',
    '[00:00:01.000,000] <inf> test: PROJECT EXECUTION SUCCESSFUL\n',
    'I (314) main: PROJECT EXECUTION SUCCESSFUL\n',
  ])('is %j', (line) => expect(over(`something\n${line}`)).toEqual([true]));

  it.each(['OK\n', 'x 3 Tests 1 Failures 0 Ignored\n', 'ok 1 - a\n', '1..2\nok 1\n', '1..0\n', 'no newline'])(
    'is not %j',
    (line) => expect(over(line)).toEqual([false]),
  );

  it('is recognised across chunks, and once complete', () => {
    expect(over('3 Tests 0 Fail', 'ures 0 Ignored', '\r', '\n')).toEqual([false, false, false, true]);
  });

  it('is the last planned TAP result, wherever the plan stands', () => {
    expect(over('1..2\n', 'ok 1\n', '    not ok 1 - nested\n', 'not ok 2\n')).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(over('ok 1\n', 'not ok 2\n', '1..2\n')).toEqual([false, false, true]);
    expect(over('1..5\n', 'Bail out! no clock\n')).toEqual([false, true]);
  });

  it('may lack its line end', () => {
    const line = createFinalLine(pattern);
    expect(line.feed(Buffer.from('PROJECT EXECUTION SUCCESSFUL'))).toBe(false);
    expect(line.tail()).toBe(true);
  });

  it('does not take a very long line apart', () => {
    const line = createFinalLine(pattern);
    for (let i = 0; i < 100; i++) expect(line.feed(Buffer.alloc(10_000, 'x'))).toBe(false);
    expect(line.feed(Buffer.from('\n1 Tests 0 Failures 0 Ignored\n'))).toBe(true);
  });
});
