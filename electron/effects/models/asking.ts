import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { PromptRecord } from '../../../shared/prompt-record.js';
import { inEnglish, text } from '../../../shared/texts/words.js';
import { filesTold } from '../../agents/egress/files-told.js';
import { secretsOfInputs } from '../../agents/egress/known-secrets.js';
import { type Hidden, hideSecrets } from '../../agents/egress/secrets.js';
import { WITHHELD, withheldIn, withhold } from '../../agents/egress/withheld.js';
import type { AskIo, ModelMessage, ModelQuestion, ModelReply } from '../../agents/model.js';
import { hashOf } from '../../agents/records/hash.js';
import { type Kept, type Records, recordsIn } from '../../agents/records/records.js';
import { runPaths } from '../../tools/run-paths.js';
import { withheldFiles } from '../../tools/withheld/withheld-files.js';
import { withoutDiffsOf } from '../../workspace/withheld-diff.js';
import { connect } from './connect.js';
import type { Connection, ModelsOptions, Whom } from './connection.js';
import { enter, mayLeave, reserve } from './egress.js';

export interface Asking {
  ask(whom: Whom, question: ModelQuestion, io: AskIo): Promise<Result<ModelReply>>;
}

/**
 * Asks for a run. What must not be sent is taken out; the request is on the disk before it is sent, and its reply beside it
 * afterwards; one that is answered already, before a restart, is not sent again.
 */
export function openAsking(o: ModelsOptions): Asking {
  const records = recordsIn(o.dir);
  const connections = new Map<string, Result<Connection>>();
  const connected = ({ provider, which }: Whom): Result<Connection> => {
    // a person may give another key while the run goes on
    const key = `${provider} ${which} ${o.env.OPENAI_API_KEY ?? ''}`;
    const known = connections.get(key) ?? connect({ provider, which }, o);
    connections.set(key, known);
    return known;
  };
  return {
    ask: async (whom, whole, io) => {
      const connection = connected(whom);
      if (!connection.ok) return connection;
      const hidden = hide(whole, o);
      const kept = await records.open(io.visit, recordOf(connection.value, hidden, o.now()));
      if (!kept.ok) return kept;
      io.onRecord(kept.value.file);
      const begun = o.now();
      const reply =
        kept.value.record.reply !== null
          ? ok(kept.value.record.reply)
          : await send(connection.value, { ...hidden, kept: kept.value }, o, records, io);
      const came = reply.ok ? answered(reply.value) : refused(reply.error);
      const isNew = kept.value.record.reply === null;
      const record = isNew ? { ...kept.value.record, ...came, ms: o.now() - begun } : kept.value.record;
      if (isNew) await records.write({ ...kept.value, record });
      return reply.ok ? restored(reply.value, hidden, refusal(records, { ...kept.value, record })) : reply;
    },
  };
}

type Prepared = Hidden & { kept: Kept };

async function send(
  connection: Connection,
  { question, kept, replaced }: Prepared,
  o: ModelsOptions,
  records: Records,
  io: AskIo,
): Promise<Result<ModelReply>> {
  const { host } = connection;
  if (host === null) return connection.ask(question, io, kept);
  const leaving = { connection: { ...connection, host }, question, kept, replaced };
  const allowed = await mayLeave(leaving, o, records, io);
  if (!allowed.ok) return allowed;
  const reserved = await reserve(leaving, o);
  if (!reserved.ok) return reserved;
  const ended = enter(leaving, o);
  const reply = await connection.ask(question, io, kept);
  const usage = reply.ok ? reply.value.usage : null;
  // what failed, or was not counted, may have been paid for: it stays spent as it was estimated
  if (usage) reserved.value?.settle(usage.prompt + usage.completion);
  ended(reply.ok ? null : reply.error);
  return reply;
}

/** The question as it may be sent. */
function hide(whole: ModelQuestion, { policy: { neverSend }, inputs, env, dir }: ModelsOptions): Hidden {
  const isWithheld = withheldFiles({ neverSend, inputs, clone: runPaths(dir).clone });
  const without = (words: string): string => withoutDiffsOf(words, isWithheld, WITHHELD);
  const question = withhold({ ...whole, files: filesTold(whole) }, { isWithheld, without });
  const key = env.OPENAI_API_KEY?.trim() ?? '';
  const known = [...secretsOfInputs(inputs.map(({ from }) => from)), { kind: 'API_KEY', text: key }];
  const hidden = hideSecrets(question, known);
  const withheld = withheldIn(hidden.question);
  return withheld === 0 ? hidden : { ...hidden, replaced: { ...hidden.replaced, FILE: withheld } };
}

/** Characters of the reason against a reply, which can quote a compiler's output. */
const MOST_WHY = 600;

/** The marks around data are for models. */
const shortened = (why: string): string =>
  why
    .replace(/^<\/?data .*>\n?/gm, '')
    .slice(0, MOST_WHY)
    .trim();

/** What keeps in a record why its reply could not be used. */
const refusal =
  (records: Records, { file, record }: Kept) =>
  async (why: string): Promise<void> => {
    const unusable = shortened(why);
    if (record.unusable !== unusable) await records.write({ file, record: { ...record, unusable } });
  };

async function restored(
  reply: ModelReply,
  { restore }: Hidden,
  refuse: (why: string) => Promise<void>,
): Promise<Result<ModelReply>> {
  const value = restore(reply);
  if (value !== null) return ok({ ...value, refuse });
  const message = text`the reply names a placeholder that stands for no secret`;
  await refuse(inEnglish(message));
  return fail({ code: 'MODEL_FAILURE', message, next: text`ask again` });
}

function recordOf(
  { provider, model }: Connection,
  { question, replaced }: Hidden,
  now: number,
): PromptRecord {
  const { judgement, role, messages, format, tools, files, refused: why } = question;
  return {
    version: 1,
    ...{ judgement, role, provider, model, format },
    at: new Date(now).toISOString(),
    messages: messages.map(keptMessage),
    tools: [...tools],
    files: [...files],
    hash: hashOf(question),
    replaced: { ...replaced },
    ...{ reply: null, problem: null, unusable: null },
    before: why === undefined ? null : { prompt: null, why: shortened(why) },
    ms: 0,
  };
}

type KeptMessage = PromptRecord['messages'][number];

const keptMessage = (message: ModelMessage): KeptMessage =>
  message.role === 'assistant' && message.calls
    ? { ...message, calls: [...message.calls] }
    : {
        role: message.role,
        content: message.content,
        ...(message.role === 'tool' && { call: message.call }),
      };

const answered = ({ text: words, calls, usage }: ModelReply): Pick<PromptRecord, 'reply' | 'problem'> => ({
  reply: { text: words, calls: [...calls], usage },
  problem: null,
});

const refused = ({ code, message }: Problem): Pick<PromptRecord, 'reply' | 'problem'> => ({
  reply: null,
  problem: { code, message: inEnglish(message) },
});
