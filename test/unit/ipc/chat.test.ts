import { describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core/core-api.js';
import { serveChat } from '../../../electron/ipc/chat.js';
import type { ChatView } from '../../../shared/chat.js';
import { fail, ok, type Result } from '../../../shared/problem.js';

type ChatIo = Parameters<Core['chat']>[1];
type ChatAsked = Parameters<Core['chat']>[0];

const attachmentOf = (name: string) => ({
  ...{
    name,
    kind: 'log' as const,
    of: 'r',
    text: 'boot',
    cut: false,
    repository: '/fw',
    file: null,
    inputs: [],
  },
});

/** A chat over a core that the test answers for. */
function scripted(o: { file?: string | null } = {}) {
  const pushed: ChatView[] = [];
  const asked: { what: ChatAsked; io: ChatIo; reply: (reply: Result<string>) => void }[] = [];
  let ids = 0;
  const served = serveChat(
    {
      core: {
        newChat: async () => `c${++ids}`,
        attach: async (wanted) =>
          'file' in wanted
            ? ok(attachmentOf(wanted.file))
            : wanted.run === 'none'
              ? fail({ code: 'RUN_NOT_FOUND', message: 'none' })
              : ok(attachmentOf(`${wanted.what} ${wanted.run}`)),
        chat: (what, io) => new Promise((reply) => asked.push({ what, io, reply })),
      },
      desktop: { chooseFile: async () => o.file ?? null },
    },
    (view) => pushed.push(view),
  );
  const last = (): ChatView => {
    const view = pushed.at(-1);
    if (view === undefined) throw new Error('nothing was pushed');
    return view;
  };
  return { ...served, pushed, asked, last };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const question = { question: 'Why?', provider: null };

describe('the chat of the window', () => {
  it('shows a question at once, then the answer as it grows, then the whole', async () => {
    const { handlers, asked, last } = scripted();
    await handlers.askChat(question);
    expect(last().turns).toMatchObject([{ question: 'Why?', answer: '', state: 'asking' }]);
    asked[0]?.io.onText('Bec');
    await expect.poll(() => last().turns[0]?.answer).toBe('Bec');
    asked[0]?.reply(ok('Because.'));
    await settled();
    expect(last().turns).toMatchObject([{ answer: 'Because.', state: 'answered', problem: null }]);
  });

  it('goes on with what was answered, under the same id', async () => {
    const { handlers, asked } = scripted();
    for (const reply of [
      ok('Because.'),
      fail({ code: 'MODEL_FAILURE' as const, message: 'no' }),
      ok('So.'),
    ]) {
      await handlers.askChat(question);
      asked.at(-1)?.reply(reply);
      await settled();
    }
    expect(asked.map(({ what }) => [what.chat, what.n, what.turns.map(({ answer }) => answer)])).toEqual([
      ['c1', 1, []],
      ['c1', 2, ['Because.']],
      ['c1', 3, ['Because.']],
    ]);
  });

  it('takes one question at a time', async () => {
    const { handlers, asked } = scripted();
    await handlers.askChat(question);
    expect(await handlers.askChat(question)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
    expect(asked).toHaveLength(1);
  });

  it('sends attached texts with each question until they are taken away', async () => {
    const { handlers, asked, last } = scripted({ file: '/fw/src/a.c' });
    await handlers.attachRun({ run: 'r1', what: 'log' });
    await handlers.attachRun({ run: 'r1', what: 'log' });
    await handlers.attachFile();
    expect(last().attached).toEqual([
      { name: 'log r1', kind: 'log', of: 'r', characters: 4, cut: false },
      { name: '/fw/src/a.c', kind: 'log', of: 'r', characters: 4, cut: false },
    ]);
    await handlers.detach({ name: 'log r1' });
    await handlers.askChat(question);
    expect(asked[0]?.what.attached.map(({ name }) => name)).toEqual(['/fw/src/a.c']);
  });

  it('says why something cannot be attached, and takes eight at most', async () => {
    const { handlers, last } = scripted();
    expect(await handlers.attachRun({ run: 'none', what: 'log' })).toMatchObject({ ok: false });
    expect(await handlers.attachFile()).toEqual({ ok: true, value: undefined });
    for (let n = 0; n < 8; n++) await handlers.attachRun({ run: `r${n}`, what: 'log' });
    expect(await handlers.attachRun({ run: 'r8', what: 'log' })).toMatchObject({ ok: false });
    expect(last().attached).toHaveLength(8);
  });

  it('asks in place before text is sent; an answer to something else is refused', async () => {
    const { handlers, asked, last } = scripted();
    await handlers.askChat(question);
    const agreed = asked[0]?.io.agree({ question: 'Send?', subject: 'host', binding: 'b1' });
    expect(last().consent).toEqual({ question: 'Send?', subject: 'host', binding: 'b1' });
    expect(handlers.answerChat({ binding: 'b2', agreed: true })).toMatchObject({ ok: false });
    expect(handlers.answerChat({ binding: 'b1', agreed: true })).toMatchObject({ ok: true });
    expect(await agreed).toBe('yes');
    expect(last().consent).toBeNull();
    expect(handlers.answerChat({ binding: 'b1', agreed: true })).toMatchObject({ ok: false });
  });

  it('can be stopped, also while it asks, and keeps the words that came', async () => {
    const { handlers, asked, last } = scripted();
    await handlers.askChat(question);
    const agreed = asked[0]?.io.agree({ question: 'Send?', subject: 'host', binding: 'b1' });
    asked[0]?.io.onText('Bec');
    handlers.stopChat();
    expect(await agreed).toBe('no');
    expect(asked[0]?.io.signal.aborted).toBe(true);
    asked[0]?.reply(fail({ code: 'MODEL_FAILURE', message: 'the request was stopped' }));
    await settled();
    expect(last()).toMatchObject({
      consent: null,
      turns: [{ answer: 'Bec', state: 'stopped', problem: null }],
    });
  });

  it('says what failed', async () => {
    const { handlers, asked, last } = scripted();
    await handlers.askChat(question);
    asked[0]?.reply(fail({ code: 'POLICY_VIOLATION', message: 'offline' }));
    await settled();
    expect(last().turns).toMatchObject([{ state: 'failed', problem: { message: 'offline' } }]);
  });

  it('begins anew with nothing of the chat before, which is stopped', async () => {
    const { handlers, asked, last, pushed } = scripted();
    await handlers.attachRun({ run: 'r1', what: 'report' });
    await handlers.askChat(question);
    handlers.newChat();
    expect(last()).toMatchObject({ turns: [], attached: [], consent: null });
    expect(asked[0]?.io.signal.aborted).toBe(true);
    const before = pushed.length;
    asked[0]?.io.onText('late');
    asked[0]?.reply(ok('late'));
    await settled();
    expect(pushed).toHaveLength(before);
    await handlers.askChat(question);
    expect(asked[1]?.what).toMatchObject({ chat: 'c2', n: 1, turns: [], attached: [] });
  });

  it('is stopped with the window', async () => {
    const { handlers, asked, close } = scripted();
    await handlers.askChat(question);
    close();
    expect(asked[0]?.io.signal.aborted).toBe(true);
  });
});
