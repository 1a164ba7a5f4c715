import { describe, expect, it } from 'vitest';
import { heldNow } from '../../../../electron/bench/board/flash-now.js';
import { partly } from '../../../../electron/bench/flash/programming.js';
import type { Problem } from '../../../../shared/problem.js';

const problem = (message: string): Problem => ({ code: 'FLASH_FAILURE', message });
const held = (message: string, holds: Parameters<typeof heldNow>[1]): string =>
  heldNow(problem(message), holds).message;

describe('a flash that failed', () => {
  it('tells of a part of the image once, though the flasher has told it', () => {
    const { message } = partly(problem('the port is gone'), 128, 256);
    expect(held(message, 'part')).toBe(
      'the port is gone; 128 of 256 bytes were written: the board holds a part of the image',
    );
  });

  it('tells of it where the flasher has not', () => {
    expect(held('the tool failed', 'part')).toBe('the tool failed; the board holds a part of the image');
  });

  it('does not tell of a part where the flasher says that there is none', () => {
    const said = 'refused; the flash may be erased in part, and none of the image was written';
    expect(held(said, 'part')).toBe(said);
  });

  it.each([
    ['unchanged', 'x'],
    ['unverified', 'x; the image was written and could not be verified'],
    ['image', 'x; the image itself is on the board'],
  ] as const)('says what a board holds that is %s', (holds, expected) => {
    expect(held('x', holds)).toBe(expected);
  });
});
