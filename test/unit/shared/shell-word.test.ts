import { expect, it } from 'vitest';
import { deleteBranch } from '../../../electron/effects/session/summary/taken-back.js';
import { shellWord } from '../../../shared/shell-word.js';
import { inEnglish } from '../../../shared/texts/words.js';

it.each([
  ['linux', '/home/me/firmware', '/home/me/firmware'],
  ['linux', '/home/me/my firmware', "'/home/me/my firmware'"],
  ['linux', "/home/me/it's $HOME", "'/home/me/it'\\''s $HOME'"],
  ['linux', '', "''"],
  ['win32', 'C:\\work\\firmware', 'C:\\work\\firmware'],
  ['win32', 'C:\\my work\\firmware', '"C:\\my work\\firmware"'],
])('on %s %j is the word %s', (platform, text, word) => {
  expect(shellWord(text, platform)).toBe(word);
});

it('is what the command holds that deletes a branch', () => {
  const told = inEnglish(deleteBranch('benchloop/r1', '/home/me/my firmware'));
  expect(told).toContain(
    `git -C ${shellWord('/home/me/my firmware', process.platform)} branch -D benchloop/r1`,
  );
});
