import { type ChatView, MOST_ATTACHMENTS, type ShownTurn } from '../../shared/chat.js';
import type { Input } from '../../shared/ipc.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import type { Desktop } from './desktop.js';
import type { ServedArea } from './served-area.js';

type Attachment = Extract<Awaited<ReturnType<Core['attach']>>, { ok: true }>['value'];

/** A growing answer is pushed at most so often, ms. */
const PUSH_MS = 50;

/** One chat: what is attached, what was said, and what is under way. */
interface Chat {
  id: string;
  attached: readonly Attachment[];
  turns: readonly ShownTurn[];
  /** What the person is asked now. */
  consent: { shown: NonNullable<ChatView['consent']>; answer: (agreed: boolean) => void } | null;
  stop: AbortController | null;
}

const anew = (): Chat => ({ id: '', attached: [], turns: [], consent: null, stop: null });

/** The chat beside the runs. Its questions go to a model and nowhere else: it drives no machine. */
export function serveChat(
  {
    core,
    desktop,
  }: { core: Pick<Core, 'newChat' | 'attach' | 'chat'>; desktop: Pick<Desktop, 'chooseFile'> },
  push: (view: ChatView) => void,
): ServedArea<'chat'> {
  let chat = anew();
  let revision = 0;
  let later: NodeJS.Timeout | null = null;

  const view = (): ChatView => ({
    ...{ topic: 'chat', revision, turns: [...chat.turns], consent: chat.consent?.shown ?? null },
    attached: chat.attached.map(({ name, kind, of, cut, text: whole }) => ({
      ...{ name, kind, of, cut },
      characters: whole.length,
    })),
  });
  const show = (): void => {
    if (later !== null) clearTimeout(later);
    later = null;
    revision += 1;
    push(view());
  };
  const change = (part: Partial<Chat>): void => {
    Object.assign(chat, part);
    show();
  };
  const grow = (of: Chat, answer: string): void => {
    if (of !== chat) return;
    setLast(of, { answer });
    later ??= setTimeout(show, PUSH_MS);
  };

  async function attach(wanted: Parameters<Core['attach']>[0]): Promise<Result<void>> {
    const of = chat;
    const found = await core.attach(wanted);
    if (!found.ok) return found;
    const others = of.attached.filter(({ name }) => name !== found.value.name);
    if (others.length >= MOST_ATTACHMENTS) return fail(tooMany);
    if (of === chat) change({ attached: [...others, found.value] });
    return ok(undefined);
  }

  async function ask({ question, provider }: Input<'askChat'>): Promise<Result<void>> {
    if (chat.stop !== null) return fail(busy);
    const of = chat;
    const stop = new AbortController();
    const turns = of.turns.filter(({ state }) => state === 'answered');
    const turn: ShownTurn = { question, answer: '', state: 'asking', problem: null };
    change({ stop, turns: [...of.turns, turn] });
    of.id ||= await core.newChat();
    void core
      .chat(
        {
          ...{ chat: of.id, n: of.turns.length, question, turns, attached: of.attached },
          provider: provider ?? undefined,
        },
        {
          signal: stop.signal,
          agree: (shown) => consent(of, shown, stop.signal),
          onText: (soFar) => grow(of, soFar),
        },
      )
      .then((reply) => {
        of.stop = null;
        of.consent = null;
        setLast(of, endOf(reply, stop.signal));
        if (of === chat) show();
      });
    return ok(undefined);
  }

  const consent = (
    of: Chat,
    { question, subject, binding }: NonNullable<ChatView['consent']>,
    signal: AbortSignal,
  ): Promise<'yes' | 'no'> =>
    new Promise((resolve) => {
      const answer = (agreed: boolean): void => {
        of.consent = null;
        resolve(agreed ? 'yes' : 'no');
      };
      signal.addEventListener('abort', () => answer(false), { once: true });
      if (signal.aborted || of !== chat) return answer(false);
      change({ consent: { shown: { question, subject, binding }, answer } });
    });

  return {
    handlers: {
      chat: () => ok(view()),
      attachRun: (wanted) => attach(wanted),
      attachFile: async () => {
        const file = await desktop.chooseFile('text');
        return file === null ? ok(undefined) : attach({ file });
      },
      detach: ({ name }) => ok(change({ attached: chat.attached.filter((one) => one.name !== name) })),
      askChat: ask,
      answerChat: ({ binding, agreed }) => {
        if (chat.consent?.shown.binding !== binding) return fail(notAsked);
        chat.consent.answer(agreed);
        return ok(show());
      },
      stopChat: () => ok(chat.stop?.abort()),
      newChat: () => {
        chat.stop?.abort();
        chat = anew();
        return ok(show());
      },
    },
    close: () => {
      if (later !== null) clearTimeout(later);
      chat.stop?.abort();
      chat = anew();
    },
  };
}

/** Changes the newest turn of a chat. */
function setLast(chat: Chat, part: Partial<ShownTurn>): void {
  const last = chat.turns.at(-1);
  if (last !== undefined) chat.turns = [...chat.turns.slice(0, -1), { ...last, ...part }];
}

/** What was stopped keeps the words that came. */
function endOf(reply: Result<string>, { aborted }: AbortSignal): Partial<ShownTurn> {
  if (reply.ok) return { state: 'answered', answer: reply.value };
  return aborted ? { state: 'stopped' } : { state: 'failed', problem: reply.error };
}

const busy: Problem = {
  code: 'USAGE',
  message: text`the answer to the question before is still on its way`,
  next: text`wait for it, or stop it`,
};

const tooMany: Problem = {
  code: 'USAGE',
  message: text`no more than ${MOST_ATTACHMENTS} texts can be attached`,
  next: text`take one away first`,
};

const notAsked: Problem = {
  code: 'GATE_NOT_FOUND',
  message: text`this is not asked any more`,
  next: text`look at what the chat asks now`,
};
