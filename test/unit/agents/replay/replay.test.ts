import { expect, it } from 'vitest';
import { hashOf } from '../../../../electron/agents/records/hash.js';
import { replayModel } from '../../../../electron/agents/replay/replay.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { askIo } from '../../../fixtures/ask-io.js';
import { promptRecord } from '../../../fixtures/prompt-record.js';
import { question } from '../../../fixtures/question.js';

const reply = (text: string) => ({ text, calls: [], usage: null });
const record = (text: string, judgement = 'answer') =>
  promptRecord({ judgement, hash: hashOf(question({ judgement })), reply: reply(text) });
const failing = async (asked: Promise<Awaited<ReturnType<ReturnType<typeof replayModel>>>>) => {
  const result = await asked;
  return result.ok ? '' : inEnglish(result.error.message);
};

it('answers in the recorded order, each judgement for itself', async () => {
  const ask = replayModel([record('one'), record('other', 'plan'), record('two')]);
  expect(await ask(question(), askIo())).toEqual({ ok: true, value: reply('one') });
  expect(await ask(question(), askIo())).toEqual({ ok: true, value: reply('two') });
  expect(await ask(question({ judgement: 'plan' }), askIo())).toEqual({ ok: true, value: reply('other') });
});

it('names the judgement whose prompt has changed', async () => {
  const ask = replayModel([record('one')]);
  const changed = question({ messages: [{ role: 'user', content: 'hello!' }] });
  expect(await failing(ask(changed, askIo()))).toMatch(/the prompt of answer is another one/);
});

it('names the judgement for which no reply is left', async () => {
  const ask = replayModel([record('one'), { ...record('two'), reply: null }]);
  await ask(question(), askIo());
  expect(await failing(ask(question(), askIo()))).toMatch(/no reply to answer of ANALYST is left/);
});
