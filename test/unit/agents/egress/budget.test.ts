import { describe, expect, it } from 'vitest';
import { spent, withinBudget } from '../../../../electron/agents/egress/budget.js';
import { estimateTokens, mostTokens } from '../../../../electron/agents/egress/tokens.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { promptRecord } from '../../../fixtures/prompt-record.js';

const used = (prompt: number, completion: number) =>
  promptRecord({ reply: { text: '', calls: [], usage: { prompt, completion } } });
const refused = promptRecord({ problem: { code: 'POLICY_VIOLATION', message: 'no' } });

describe('the budget of a run', () => {
  it('counts what the server counted, and estimates a request that is under way', async () => {
    expect(await spent([used(700, 50), used(200, 50)])).toEqual({ tokens: 1000, requests: 2 });
    expect((await spent([promptRecord()])).tokens).toBeGreaterThan(2000);
  });

  it('does not count what was never sent', async () =>
    expect(await spent([refused])).toEqual({ tokens: 0, requests: 0 }));

  it('lets a request through that fits', async () => {
    expect(
      await withinBudget({ tokens: 5000, requests: 2 }, [used(100, 10), promptRecord()], 'r'),
    ).toMatchObject({
      ok: true,
    });
  });

  it.each([
    [{ tokens: 5000, requests: 1 }, [used(1, 1), promptRecord()], /1 requests/],
    [{ tokens: 1000, requests: 9 }, [used(900, 90), promptRecord()], /1000 tokens/],
  ])('refuses one that does not, and says what to do: %j', async (budget, records, message) => {
    const result = await withinBudget(budget, records, 'r');
    expect(result).toMatchObject({ ok: false, error: { code: 'POLICY_VIOLATION' } });
    expect(result.ok ? '' : inEnglish(result.error.message)).toMatch(message);
    expect(result.ok ? '' : inEnglish(result.error.next ?? '')).toMatch(/budget in your policy file/);
  });
});

describe('what a request takes at most', () => {
  it.each([
    ['words', 'The ring takes one byte too many.'],
    ['Chinese', '环形缓冲区多收了一个字节'],
    ['bytes of a log', '\u0000\ufffd\u001b[0m\r\n'.repeat(40)],
    ['signs that stand for several characters', '👩‍👩‍👧‍👦🇨🇭\ud800'],
    ['a special token', '<|endoftext|>'],
    ['nothing', ''],
  ])('is no less than what is estimated: %s', async (_, content) => {
    const request = promptRecord({ messages: [{ role: 'user', content }], format: null, tools: [] });
    expect(await estimateTokens(request)).toBeLessThanOrEqual(mostTokens(request));
  });

  it('does not stop a request of which it is more than the budget, and the estimate is not', async () => {
    const content = 'the ring takes one byte too many '.repeat(100);
    const request = promptRecord({ messages: [{ role: 'user', content }], format: null, tools: [] });
    const tokens = await estimateTokens(request);
    expect(mostTokens(request)).toBeGreaterThan(tokens);
    expect(await withinBudget({ tokens, requests: 1 }, [request], 'r')).toMatchObject({ ok: true });
    expect(await withinBudget({ tokens: tokens - 1, requests: 1 }, [request], 'r')).toMatchObject({
      ok: false,
    });
  });
});
