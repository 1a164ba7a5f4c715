import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { askSeated } from '../../../../electron/agents/judgement/structured.js';
import type { AskModel } from '../../../../electron/agents/model.js';
import { fail, ok, type Problem } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { askIo } from '../../../fixtures/ask-io.js';

const QUESTION = {
  ...{ role: 'REVIEWER' as const, judgement: 'j', schema: z.object({ a: z.number() }), files: [] },
  messages: [
    { role: 'system' as const, content: 's' },
    { role: 'user' as const, content: 'u' },
  ],
};

/** Models that always say the same, and which of them were asked. */
function scene(first: string | Problem, other: string | Problem | null) {
  const asked: string[] = [];
  const saying =
    (name: string, what: string | Problem): AskModel =>
    async () => {
      asked.push(name);
      return typeof what === 'string' ? ok({ text: what, calls: [], usage: null }) : fail(what);
    };
  const models = {
    of: () => saying('first', first),
    other: () => (other === null ? null : saying('other', other)),
  };
  return { asked, ask: () => askSeated(models, QUESTION, askIo()) };
}
const FORBIDDEN: Problem = { code: 'POLICY_VIOLATION', message: 'the budget is spent' };

describe('a judgement of a role', () => {
  it('comes from its other model where the first one gives nothing usable, also after a repair', async () => {
    const { asked, ask } = scene('What?', '{"a":1}');
    expect(await ask()).toMatchObject({ ok: true, value: { value: { a: 1 } } });
    expect(asked).toEqual(['first', 'first', 'other']);
  });

  it('comes from the first one alone where that answers', async () => {
    const { asked, ask } = scene('{"a":2}', '{"a":1}');
    expect(await ask()).toMatchObject({ ok: true, value: { value: { a: 2 } } });
    expect(asked).toEqual(['first']);
  });

  it.each([null, 'Neither.'])(
    'fails with what was wrong with the first one’s answer (other: %j)',
    async (other) => {
      const { ask } = scene('What?', other);
      const answer = await ask();
      expect(answer.ok ? '' : inEnglish(answer.error.message)).toContain('no JSON object');
    },
  );

  it('is asked of no other model where policy or budget forbid it', async () => {
    const { asked, ask } = scene(FORBIDDEN, '{"a":1}');
    expect(await ask()).toMatchObject({ ok: false, error: FORBIDDEN });
    expect(asked).toEqual(['first']);
  });
});
