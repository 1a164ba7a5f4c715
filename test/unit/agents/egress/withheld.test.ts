import { expect, it } from 'vitest';
import { withhold } from '../../../../electron/agents/egress/withheld.js';
import { markWith, randomId } from '../../../../electron/agents/openai/untrusted.js';
import { question } from '../../../fixtures/question.js';

const mark = markWith(randomId());
const asked = question({
  messages: [
    { role: 'user', content: `${mark('src/keys.c', 'int k = 7;', 99)}\n${mark('src/a.c', 'int a;', 99)}` },
  ],
});

it('leaves out the text of a file that must not be sent, and keeps its name and all others', () => {
  const { question: sent, withheld } = withhold(asked, (file) => file === 'src/keys.c');
  const [message] = sent.messages;
  expect(message?.content).not.toContain('int k = 7;');
  expect(message?.content).toContain('"src/keys.c"');
  expect(message?.content).toContain('int a;');
  expect(withheld).toBe(1);
});

it('changes nothing where every file may be sent', () => {
  expect(withhold(asked, () => false)).toEqual({ question: asked, withheld: 0 });
});
