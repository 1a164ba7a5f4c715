import { expect, it } from 'vitest';
import { bindingOf } from '../../../electron/engine/binding.js';

it('binds an answer to all that it covers, and to where each part of it ends', () => {
  const all = [
    bindingOf(['a b', 'c']),
    bindingOf(['a', 'b c']),
    bindingOf('a b c'),
    bindingOf({ a: 1 }),
    bindingOf({ a: 2 }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(all[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(bindingOf([{ a: 1 }, null])).toBe(bindingOf([{ a: 1 }, null]));
});
