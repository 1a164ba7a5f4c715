import { describe, expect, it } from 'vitest';
import { heldNow } from '../../../../electron/bench/board/flash-now.js';
import { partly } from '../../../../electron/bench/flash/programming.js';
import type { Problem } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';

const problem = (message: string): Problem => ({ code: 'FLASH_FAILURE', message });
const held = (message: string, holds: Parameters<typeof heldNow>[1]): string =>
  inEnglish(heldNow(problem(message), holds).message);

describe('a flash that failed', () => {
  it('tells once that the board holds a part of the image', () => {
    const { message, left } = partly(problem('the port is gone'), 128, 256);
    expect(held(inEnglish(message), left)).toBe(
      'the port is gone; 128 of 256 bytes were written; the board holds a part of the image',
    );
  });

  it.each([
    ['unchanged', 'x'],
    ['erased', 'x; what the board held may be gone in part'],
    ['unknown', 'x; what the board holds is not known'],
    ['unverified', 'x; the image was written and could not be verified'],
    ['image', 'x; the image itself is on the board'],
  ] as const)('says what a board holds that is %s', (holds, expected) => {
    expect(held('x', holds)).toBe(expected);
  });
});
