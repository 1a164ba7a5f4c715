import { describe, expect, it } from 'vitest';
import { gateAnswerOf } from '../../../electron/cli/answer.js';
import { IN_WORDS } from '../../../shared/events.js';

describe('what is typed as the answer to a gate', () => {
  it.each(['yes', ' Y ', '是'])('is a word for yes or no where it names no choices: %s', (typed) => {
    for (const choices of [undefined, ['yes', 'no']])
      expect(gateAnswerOf({ choices }, typed)).toEqual({ answer: 'yes', text: null });
  });

  it.each(['', 'yes please', 'perhaps'])('is none where it is another word: "%s"', (typed) => {
    expect(gateAnswerOf({}, typed)).toBeNull();
  });

  it('is one of its choices, and what stands behind it', () => {
    const gate = { choices: ['keep', 'clarified'] };
    expect(gateAnswerOf(gate, 'keep')).toEqual({ answer: 'keep', text: null });
    expect(gateAnswerOf(gate, ' clarified  the other board ')).toEqual({
      answer: 'clarified',
      text: 'the other board',
    });
    for (const typed of ['', 'yes', 'keeper']) expect(gateAnswerOf(gate, typed)).toBeNull();
  });

  it('is the text itself where there is nothing to choose from', () => {
    expect(gateAnswerOf({ choices: [] }, 'at 115200 baud')).toEqual({
      answer: IN_WORDS,
      text: 'at 115200 baud',
    });
    expect(gateAnswerOf({ choices: [] }, '  ')).toBeNull();
  });
});
