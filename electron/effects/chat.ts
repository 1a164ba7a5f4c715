import path from 'node:path';
import type { Attached } from '../../shared/chat.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { ProviderName } from '../../shared/provider-name.js';
import { text } from '../../shared/texts/words.js';
import { type ChatTurn, chatMessages } from '../agents/chat/prompt.js';
import type { AskIo, ModelQuestion, ModelReply } from '../agents/model.js';
import { type Playing, playingFor } from '../agents/playing.js';
import { storedApprovals } from '../engine/stored-approvals.js';
import type { Asking } from '../engine/tool.js';
import { homeProblem } from '../files/home.js';
import { readPolicy } from '../files/policy-file.js';
import { rememberSend, send } from '../tools/send.js';
import { openModels } from './models/open-models.js';

/** The role whose provider answers: the one that reads logs in a run. */
const ROLE = 'ANALYST';
/** Below the data folder: the records of the requests of each chat. */
const CHATS = 'chats';

/** A text that goes with each question. */
export interface Attachment extends Omit<Attached, 'characters'> {
  text: string;
  /** Whose text it is, as the question before the first send names it. */
  repository: string;
  /** The file of that repository that it is the text of. */
  file: string | null;
  /** Untracked files of its task, whose secrets are replaced. */
  inputs: readonly { from: string; to: string }[];
}

export interface ChatAsked {
  /** Names the chat: its records, its lines in the ledger, and its budget. */
  chat: string;
  /** Which of its questions, from 1. */
  n: number;
  question: string;
  turns: readonly ChatTurn[];
  attached: readonly Attachment[];
  /** Absent: who plays ANALYST by the policy. */
  provider?: ProviderName | undefined;
}

/** A person's `yes` covers later sends of the repository to the host. */
export type Agreed = 'yes' | 'once' | 'no';

export interface ChatIo {
  signal: AbortSignal;
  /** Asks the person before text of a repository first goes to a host. `once`: a policy lets it, which is kept for nothing later. */
  agree(asking: Pick<Asking, 'question' | 'subject' | 'binding'>): Promise<Agreed>;
  /** Told the answer so far. */
  onText(soFar: string): void;
}

export interface ChatParts {
  home: string;
  env: NodeJS.ProcessEnv;
  now: () => number;
}

/**
 * Asks a model in words, beside all runs: no machine, no tool, no journal. What leaves this computer passes the same checks as that of
 * a run. Errors: USAGE where no model plays, those of a request.
 */
export async function askChat(parts: ChatParts, asked: ChatAsked, io: ChatIo): Promise<Result<string>> {
  const policy = readPolicy(parts.home);
  if (!policy.ok) return policy;
  const playing = whoAnswers(asked, { policy: policy.value, env: parts.env });
  if (!playing.ok) return playing;
  const models = openModels({
    ...{ ...parts, playing: playing.value, policy: policy.value },
    dir: path.join(parts.home, CHATS, asked.chat),
    inputs: asked.attached.flatMap(({ inputs }) => inputs),
  });
  if (!models.ok) return models;
  const ask = models.value.of(ROLE);
  return ask === null
    ? fail(noModel)
    : wordsOf(parts, asked, () => ask(questionOf(asked), askIo(parts, asked, io)));
}

const questionOf = ({ question, turns, attached }: ChatAsked): ModelQuestion => ({
  ...{ role: ROLE, judgement: 'chat', format: null, tools: [] },
  messages: chatMessages(question, turns, attached),
  files: attached.flatMap(({ file }) => (file === null ? [] : [file])),
});

/** The words of the reply. What the file system refuses, before anything is sent, is told as such. */
async function wordsOf(
  { home }: ChatParts,
  { chat }: ChatAsked,
  ask: () => Promise<Result<ModelReply>>,
): Promise<Result<string>> {
  try {
    const reply = await ask();
    if (!reply.ok) return reply;
    const words = reply.value.text.trim();
    return words === '' ? fail(noWords) : ok(words);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return fail(homeProblem(error, home, path.join(home, CHATS, chat)));
  }
}

/** One provider alone: what else would play a role in a run need not be set up. */
function whoAnswers({ provider }: ChatAsked, by: Parameters<typeof playingFor>[1]): Result<Playing> {
  const { provider: rest, roles } = playingFor({ provider, roles: {} }, by);
  const player = roles[ROLE] ?? rest;
  if (player === 'rules') return fail(noModel);
  return player === 'manual' ? fail(byHand) : ok({ provider: player, roles: {} });
}

function askIo({ home, now }: ChatParts, { n, attached }: ChatAsked, io: ChatIo): AskIo {
  const approvals = storedApprovals(home, 'send', now);
  const repositories = new Set(attached.map(({ repository }) => repository));
  return {
    ...{ signal: io.signal, onText: io.onText, visit: `chat.${n}` },
    maySend: async (what) => {
      for (const repository of repositories.size > 0 ? repositories : [null]) {
        const work = { repository, sendApprovals: approvals };
        const asking = (await send.gate?.(what, work, { run: '', progress: () => undefined })) ?? null;
        if (asking === null) continue;
        const agreed = await io.agree(asking);
        if (agreed === 'no') return fail(notSent(what.host));
        if (agreed === 'yes') rememberSend(work, { host: what.host, binding: asking.binding, run: null });
      }
      return ok(undefined);
    },
    byHand: async () => 'refused',
    onRecord: () => undefined,
  };
}

const noModel: Problem = {
  code: 'USAGE',
  message: text`a chat needs a model, and rules play ANALYST`,
  next: text`choose openai, or set \`providers: { roles: { ANALYST: openai } }\` in policy.yaml; its model and key: see Settings and docs/models.md`,
};

const byHand: Problem = {
  code: 'USAGE',
  message: text`a chat by hand needs no Benchloop`,
  next: text`ask your own chat, or choose openai`,
};

const noWords: Problem = {
  code: 'MODEL_FAILURE',
  message: text`the model answered without words`,
  next: text`ask again, or use another model`,
};

const notSent = (host: string): Problem => ({
  code: 'POLICY_VIOLATION',
  message: text`nothing was sent to ${host}: you did not agree`,
  next: text`ask again to be asked again`,
});
