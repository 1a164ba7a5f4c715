import { describe, expect, it } from 'vitest';
import { answerAgent } from '../../../../electron/effects/delivery/answer-agent.js';
import type { DeliveryBench, DeliveryIo } from '../../../../electron/effects/delivery/bench.js';
import { type DeliveryContext, firstDeliveryContext } from '../../../../electron/machine/delivery/context.js';
import { ok } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';

/** What a reviewer answers in the operator's place. */
const said = { answer: 'Use the ring buffer.', confidence: 0.9, dangerous: false };

/** Asks the operator and the brain, and tells who answered what, and what the operator was shown. */
async function asking(question: string, brain: object | null = said) {
  const shown: string[] = [];
  let requests = 0;
  const ask = async () => {
    requests += 1;
    return ok({ text: JSON.stringify(brain), calls: [], usage: null });
  };
  const seat = brain === null ? () => null : () => ask;
  const bench = {
    ...{ header: { loaded: { task: { goal: 'g' } } } },
    models: { of: seat, other: () => null, provider: () => 'openai' },
  } as unknown as DeliveryBench;
  const io = {
    ...{ progress: () => undefined, asking: { signal: new AbortController().signal } },
    askInWords: async ({ subject }: { subject: Parameters<typeof inEnglish>[0] }) => {
      shown.push(inEnglish(subject));
      return 'No, wait.';
    },
  } as unknown as DeliveryIo;
  const first = firstDeliveryContext({
    ...{ run: 'd', goal: 'g', of: 'run-1', is_work_done: true, has_tests: true, targets: [], pushes: [] },
  });
  const ctx: DeliveryContext = { ...first, questions: [question] };
  const { push, by } = (await answerAgent(ctx, bench, io)) as { push: string; by: string };
  return { by, push, shown, requests };
}

const BY_OPERATOR = { by: 'operator', push: expect.stringContaining('No, wait.') };

describe('a question of the agent', () => {
  it('is answered in the operator’s place where the reviewer is sure and nothing dangerous can follow', async () => {
    const { by, push, shown } = await asking('Which buffer?');
    expect([by, shown]).toEqual(['brain', []]);
    expect(push).toContain('Use the ring buffer.');
  });

  it.each(['May I flash the board?', 'Shall I push it?', 'Switch the power off?', '要擦除芯片吗?'])(
    'is the operator’s, and shown to no model, where it sounds dangerous: %s',
    async (question) => {
      const asked = await asking(question);
      expect(asked).toMatchObject({ ...BY_OPERATOR, requests: 0 });
      expect(asked.shown.join()).toContain(question);
    },
  );

  it.each([
    ['is not sure', { ...said, confidence: 0.59 }],
    ['says itself that something dangerous follows', { ...said, dangerous: true }],
    ['answers in dangerous words', { ...said, answer: 'Yes, erase it.' }],
    ['answers nothing', { ...said, answer: ' ' }],
    ['answers beside the schema', { yes: true }],
    ['is not there', null],
  ])('is the operator’s where the reviewer %s', async (_, brain) => {
    expect(await asking('Which buffer?', brain)).toMatchObject(BY_OPERATOR);
  });
});
