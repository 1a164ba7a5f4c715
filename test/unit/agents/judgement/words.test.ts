import { expect, it } from 'vitest';
import { clean, quoted } from '../../../../electron/agents/judgement/words.js';

it('marks the words of a model as its own, on one line', () => {
  expect(quoted('the limit\nis “wrong”')).toBe('model: “the limit is "wrong"”');
});

it('takes out what acts on a terminal or turns text around', () => {
  expect(clean('a\u001b[31mb\u202ec\u200bd\u0007')).toBe('abcd');
});

it('cuts what is too long', () => {
  expect(clean('x'.repeat(900))).toHaveLength(601);
  expect(clean('abcdef', 3)).toBe('abc…');
});
