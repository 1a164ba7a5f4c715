import { describe, expect, it } from 'vitest';
import { sameWords } from '../../../../shared/texts/same.js';
import { nested, text } from '../../../../shared/texts/words.js';

const now = text`${'BUILD_RUN'} took longer than ${10} s`;

describe('a recorded reason', () => {
  it('is the same where its English is, string or message', () => {
    expect(sameWords('BUILD_RUN took longer than 10 s', now)).toBe(true);
    expect(sameWords(now, now)).toBe(true);
    expect(sameWords('a', 'a')).toBe(true);
  });

  it('is another one where a name or number in it is another', () => {
    expect(sameWords('BUILD_RUN took longer than 11 s', now)).toBe(false);
    expect(sameWords(text`${'TEST_RUN'} took longer than ${10} s`, now)).toBe(false);
    expect(sameWords('a', 'b')).toBe(false);
    expect(sameWords(text`${nested('a')}; ${nested('b')}`, text`${nested('a')}; ${nested('c')}`)).toBe(false);
  });

  it('is the same where it was reworded and its names and numbers are the same', () => {
    expect(sameWords(text`after ${10} s, ${'BUILD_RUN'} was too slow`, now)).toBe(true);
    expect(sameWords(text`after ${11} s, ${'BUILD_RUN'} was too slow`, now)).toBe(false);
    expect(sameWords(text`after ${10} s too slow`, now)).toBe(false);
  });

  it('of the time of strings is compared with the wording of that time', () => {
    const last = text`the limit of ${10} iterations is reached: ${text`not passing: ${'a, b'}`}`;
    expect(sameWords('max_iterations reached (10): not passing: a, b', last)).toBe(true);
    expect(sameWords('max_iterations reached (10): not passing: a', last)).toBe(false);
    expect(sameWords('max_iterations reached (9): not passing: a, b', last)).toBe(false);
    expect(sameWords('1 rollbacks', text`${1} rollback`)).toBe(true);
  });

  it('is another one where both sentences are still in use', () => {
    expect(sameWords(text`confidence ${10}`, text`risk ${10}`)).toBe(false);
  });
});
