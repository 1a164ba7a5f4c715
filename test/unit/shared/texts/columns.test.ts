import { describe, expect, it } from 'vitest';
import { cutTo, padTo } from '../../../../shared/texts/columns.js';

describe('columns of a terminal', () => {
  it('pads a text by what it takes, two columns for a Chinese character', () => {
    expect(padTo('fail', 7)).toBe('fail   ');
    expect(padTo('失败', 7)).toBe('失败   ');
    expect(padTo('失败失败', 7)).toBe('失败失败');
  });

  it('cuts before the character that does not fit', () => {
    expect(cutTo('a失败', 4)).toBe('a失');
    expect(cutTo('abc', 2)).toBe('ab');
    expect(cutTo('失败', 4)).toBe('失败');
  });
});
