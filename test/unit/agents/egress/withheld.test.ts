import { describe, expect, it } from 'vitest';
import { WITHHELD, withheldIn, withhold } from '../../../../electron/agents/egress/withheld.js';
import { markWith, randomId } from '../../../../electron/agents/openai/untrusted.js';
import { question } from '../../../fixtures/question.js';

const mark = markWith(randomId());
const asked = (...blocks: string[]) =>
  question({ messages: [{ role: 'user' as const, content: blocks.join('\n') }] });
const only = (file: string) => ({
  isWithheld: (name: string) => name === file,
  without: (text: string) => text,
});
const contentOf = (blocks: string[], file: string): string =>
  withhold(asked(...blocks), only(file))
    .messages.map(({ content }) => content)
    .join('');

describe('a question', () => {
  it('leaves out the text of a file that must not be sent, and keeps its name and all others', () => {
    const content = contentOf(
      [mark('src/keys.c', 'int k = 7;', 99), mark('src/a.c', 'int a;', 99)],
      'src/keys.c',
    );
    expect(content).not.toContain('int k = 7;');
    expect(content).toContain('"src/keys.c"');
    expect(content).toContain('int a;');
  });

  it.each([
    'src/keys.c (read-only)',
    'src/keys.c, lines 1 to 3 of 9',
    'src/keys.c, lines 1 to 3 of 9 (read-only)',
    'contract in src/keys.c',
    'log src/keys.c',
  ])('knows the file of a block that is called %j', (name) => {
    expect(contentOf([mark(name, 'int k = 7;', 99)], 'src/keys.c')).not.toContain('int k = 7;');
  });

  it.each(['src/my keys.c', 'src/"keys".c'])('knows a file that is called %j', (file) => {
    expect(contentOf([mark(`${file} (read-only)`, 'int k = 7;', 99)], file)).not.toContain('int k = 7;');
  });

  it('loses what the texts of other blocks quote of it', () => {
    const without = (text: string) => text.replace('secret', WITHHELD);
    const sent = withhold(asked(mark('attempt: no', 'a secret', 99)), { isWithheld: () => false, without });
    expect(sent.messages[0]?.content).toContain(`a ${WITHHELD}`);
    expect(withheldIn(sent)).toBe(1);
  });

  it('is the same where every file may be sent', () => {
    const whole = asked(mark('src/a.c', 'int a;', 99));
    expect(withhold(whole, only('b.c'))).toEqual(whole);
    expect(withheldIn(whole)).toBe(0);
  });
});
