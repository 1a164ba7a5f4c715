import { describe, expect, it } from 'vitest';
import { spent, withinBudget } from '../../../../electron/agents/egress/budget.js';
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
