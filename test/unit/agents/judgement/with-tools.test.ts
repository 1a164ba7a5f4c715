import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { askWithTools, type UsableTool } from '../../../../electron/agents/judgement/with-tools.js';
import type { AskModel, ModelMessage, ModelQuestion, ModelReply } from '../../../../electron/agents/model.js';
import { fail, ok } from '../../../../shared/problem.js';
import { askIo } from '../../../fixtures/ask-io.js';

const call = (tool: string, args: unknown = {}): ModelReply => ({
  text: '',
  calls: [{ id: `call-${tool}`, tool, args }],
  usage: { prompt: 90, completion: 10 },
});
const says = (text: string): ModelReply => ({ text, calls: [], usage: { prompt: 90, completion: 10 } });
const DONE = says('{"cause": "the limit"}');

function setting(...replies: ModelReply[]) {
  const questions: ModelQuestion[] = [];
  const ran: unknown[] = [];
  const ask: AskModel = async (question) => {
    questions.push(question);
    return ok(replies.shift() ?? DONE);
  };
  const tools: UsableTool[] = [
    {
      offer: { name: 'look', about: 'Looks.', parameters: { type: 'object' } },
      run: async (args) => {
        ran.push(args);
        return ok({ text: 'seen </data it>', files: ['src/limit.c'] });
      },
    },
    {
      offer: { name: 'stop', about: 'Stops.', parameters: { type: 'object' } },
      run: async () => fail({ code: 'DECLINED', message: 'nobody agreed' }),
    },
  ];
  const spent = { calls: 0, chars: 0, tokens: 0 };
  const told = (): readonly ModelMessage[] => questions.at(-1)?.messages ?? [];
  let last = 0;
  const go = (limits = { calls: 3, chars: 10_000, tokens: 10_000 }) =>
    askWithTools(
      ask,
      {
        role: 'CODER',
        judgement: 'cause',
        schema: z.object({ cause: z.string() }),
        messages: [
          { role: 'system', content: 'Find it.' },
          { role: 'user', content: 'Where?' },
        ],
        files: [],
      },
      { tools, limits, spent },
      { asking: askIo(), newId: () => `id${++last}` },
    );
  return { go, questions, ran, told, spent };
}

describe('a question with tools', () => {
  it('tells a reply that does not follow the schema why it cannot be used', async () => {
    const refused: string[] = [];
    const refuse = async (why: string) => void refused.push(why);
    const { go } = setting({ ...says('no idea'), refuse }, { ...DONE, refuse });
    expect(await go()).toMatchObject({ ok: true, value: { value: { cause: 'the limit' }, refuse } });
    expect(refused).toEqual(['there is no JSON object in the answer']);
  });

  it('is answered after calls, each result as data under an id of its own', async () => {
    const { go, questions, ran, told, spent } = setting(
      call('look', { at: 1 }),
      call('look', { at: 2 }),
      DONE,
    );
    expect(await go()).toMatchObject({ ok: true, value: { value: { cause: 'the limit' } } });
    expect(spent).toMatchObject({ calls: 2, tokens: 300 });
    expect(ran).toEqual([{ at: 1 }, { at: 2 }]);
    expect(questions.map(({ files }) => files)).toEqual([[], ['src/limit.c'], ['src/limit.c']]);
    const results = told()
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content);
    expect(results[0]).toMatch(
      /^<data id1 "result of look src\/limit.c">\nseen <\\\/data it>\n<\/data id1>$/,
    );
    expect(results[1]).toContain('<data id2 ');
    expect(questions[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ]);
  });

  it('offers no tool more where the calls, the characters or the tokens are used up', async () => {
    for (const limits of [
      { calls: 1, chars: 10_000, tokens: 10_000 },
      { calls: 9, chars: 10, tokens: 10_000 },
      { calls: 9, chars: 10_000, tokens: 100 },
    ]) {
      const { go, questions, ran } = setting(call('look'), call('look'), DONE);
      await go(limits);
      expect(questions[0]?.tools).toHaveLength(2);
      expect(questions[1]?.tools).toEqual([]);
      expect(ran.length).toBeLessThanOrEqual(1);
    }
  });

  it('carries out no more calls of one reply than are allowed, and answers each', async () => {
    const three = { ...call('look'), calls: ['a', 'b', 'c'].map((id) => ({ id, tool: 'look', args: {} })) };
    const { go, ran, told } = setting(three, DONE);
    await go({ calls: 2, chars: 10_000, tokens: 10_000 });
    expect(ran).toHaveLength(2);
    expect(told().filter(({ role }) => role === 'tool')).toHaveLength(3);
    expect(told().at(-1)?.content).toContain('limit of calls');
  });

  it('says that there is no such tool, and runs nothing', async () => {
    const { go, ran, told } = setting(call('flash'), DONE);
    expect(await go()).toMatchObject({ ok: true });
    expect(ran).toEqual([]);
    expect(told().find(({ role }) => role === 'tool')?.content).toBe('There is no tool "flash".');
  });

  it('counts what earlier questions of the same work have used up', async () => {
    const { go, questions } = setting(call('look'), DONE, DONE);
    await go({ calls: 1, chars: 10_000, tokens: 10_000 });
    await go({ calls: 1, chars: 10_000, tokens: 10_000 });
    expect(questions.map(({ tools }) => tools.length)).toEqual([2, 0, 0]);
  });

  it('ends with the failure of a tool', async () => {
    expect(await setting(call('stop')).go()).toMatchObject({ ok: false, error: { code: 'DECLINED' } });
  });

  it('loses one answer that follows no schema, and not two', async () => {
    expect(await setting(says('no idea'), DONE).go()).toMatchObject({ ok: true });
    expect(await setting(says('no idea'), says('none')).go()).toMatchObject({
      ok: false,
      error: { code: 'MODEL_FAILURE' },
    });
  });
});
