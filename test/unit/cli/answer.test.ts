import { describe, expect, it } from 'vitest';
import { askedFor, gateAnswerOf, howToAnswer } from '../../../electron/cli/answer.js';
import { IN_WORDS } from '../../../shared/events.js';
import { inEnglish } from '../../../shared/texts/words.js';

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
    for (const typed of ['', 'yes', 'keeper', 'clarified', 'clarified '])
      expect(gateAnswerOf(gate, typed)).toBeNull();
  });

  it('is the text itself where there is nothing to choose from', () => {
    expect(gateAnswerOf({ choices: [] }, 'at 115200 baud')).toEqual({
      answer: IN_WORDS,
      text: 'at 115200 baud',
    });
    expect(gateAnswerOf({ choices: [] }, '  ')).toBeNull();
  });
});

it.each([
  ['main.4.build', undefined, 'approve r main.4.build yes --code 1f2e3d4c', 'Answer it with yes or no:'],
  ['main.4.may', ['yes', 'no'], 'approve r main.4.may yes --code 1f2e3d4c', 'Answer it with yes or no:'],
  [
    ...(['main.2.switch', ['switch', 'keep']] as const),
    'answer r main.2.switch switch|keep --text "…" --code 1f2e3d4c',
    'Answer it with one of these, and a text where there is more to say: switch, keep',
  ],
  ['main.2.what', [], 'answer r main.2.what --text "…" --code 1f2e3d4c', 'Answer it in your own words:'],
  [
    ...(['main.2.child.12.prompt-3', ['replied', 'refused']] as const),
    'reply r main.2.child.12.3 FILE',
    'Take the prompt to a model, and give its reply:',
  ],
])('the command that answers %s names its choices: %j', (gate, choices, command, words) => {
  const node = gate.startsWith('main.2.child') ? 'main.2.child' : 'main';
  const asked = { run: 'r', gate, node, code: '1f2e3d4c', choices: choices && [...choices] };
  expect(howToAnswer(asked)).toBe(`benchloop ${command}`);
  expect(inEnglish(askedFor(asked))).toBe(words);
});
