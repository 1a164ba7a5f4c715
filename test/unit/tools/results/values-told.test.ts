import { describe, expect, it } from 'vitest';
import { valuesTold } from '../../../../electron/tools/results/values-told.js';

describe('the values of a failed assertion', () => {
  it('are read from what harnesses print', () => {
    expect(valuesTold('Expected 3 Was 4')).toEqual({ expected: '3', actual: '4' });
    expect(valuesTold("Expected 'abc' Was 'abd'. Mode is wrong")).toEqual({
      expected: "'abc'",
      actual: "'abd'",
    });
    expect(valuesTold('0x10 != 0x11')).toEqual({ expected: '0x10', actual: '0x11' });
    expect(valuesTold('crc is wrong\nexpected 7, got 9')).toEqual({ expected: '7', actual: '9' });
  });

  it('are none where the message tells none', () => {
    for (const message of [undefined, '', 'ring is full', 'expected something else'])
      expect(valuesTold(message)).toEqual({});
  });
});
