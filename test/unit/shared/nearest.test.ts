import { expect, it } from 'vitest';
import { nearest } from '../../../shared/nearest.js';

const KEYS = ['parser', 'timeoutSec', 'command', 'cases', 'heldOut', 'go'];

it.each([
  ['timeoutsec', 'timeoutSec'],
  ['case', 'cases'],
  ['comand', 'command'],
  ['timeout', 'timeoutSec'],
  ['held', 'heldOut'],
])('takes %s for %s', (word, meant) => {
  expect(nearest(word, KEYS)).toBe(meant);
});

it.each(['colour', 'x', 'repo', 'a'.repeat(10_000)])('makes nothing of %s', (word) => {
  expect(nearest(word, KEYS)).toBeUndefined();
});

it('takes no word for a typing error that begins with another letter and differs in more', () => {
  expect(nearest('junit', ['unity', 'tap', 'ztest'])).toBeUndefined();
  expect(nearest('uniyt', ['unity', 'tap', 'ztest'])).toBe('unity');
  expect(nearest('wnity', ['unity', 'tap', 'ztest'])).toBe('unity');
});
