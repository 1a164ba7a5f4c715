import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../../renderer/console/expression-fault.js';

describe('where an expression is wrong', () => {
  it.each([
    ['temp(=|:', 4, 'group'],
    ['a(b(c)', 1, 'group'],
    ['x[0-9', 1, 'class'],
    ['[(]a(', 4, 'group'],
    ['C:\\', 2, 'escape'],
    ['ok)', 2, 'close'],
    ['(a))b', 3, 'close'],
    ['*.c', 0, 'repeat'],
    ['a**', 2, 'repeat'],
    ['(+1)', 1, 'repeat'],
    ['[z-a]', 3, 'other'],
    ['a{3,1}', 5, 'other'],
    ['(?P<name>x)', 1, 'other'],
    ['(?i)x', 1, 'other'],
  ] as const)('%s at %i', (source, at, kind) => {
    expect(faultOf(source)).toEqual({ at, kind });
  });

  it.each(['', 'plain', '^E|W', '(?:a|b)+', '(?<n>x)', '[)(]', '\\(', 'a{', ']'])(
    'is nowhere in %s',
    (source) => {
      expect(faultOf(source)).toBeNull();
    },
  );

  it('depends on the flags', () => {
    expect(faultOf('\\-')).toBeNull();
    expect(faultOf('\\-', 'u')).toEqual({ at: 1, kind: 'other' });
  });
});
