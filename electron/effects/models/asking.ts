import { ok, type Problem, type Result } from '../../../shared/problem.js';
import type { PromptRecord } from '../../../shared/prompt-record.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { AskIo, ModelMessage, ModelQuestion, ModelReply } from '../../agents/model.js';
import { hashOf } from '../../agents/records/hash.js';
import { recordsIn } from '../../agents/records/records.js';
import { connect } from './connect.js';
import type { Connection, ModelsOptions, Whom } from './connection.js';

export interface Asking {
  ask(whom: Whom, question: ModelQuestion, io: AskIo): Promise<Result<ModelReply>>;
}

/** Asks for a run: each request is on the disk before it is sent, and its reply beside it afterwards. */
export function openAsking(o: ModelsOptions & { timeoutMs: number }): Asking {
  const records = recordsIn(o.dir);
  const connections = new Map<string, Result<Connection>>();
  const connected = ({ provider, which }: Whom): Result<Connection> => {
    const key = `${provider} ${which}`;
    const known = connections.get(key) ?? connect({ provider, which }, o);
    connections.set(key, known);
    return known;
  };
  return {
    ask: async (whom, question, io) => {
      const connection = connected(whom);
      if (!connection.ok) return connection;
      const kept = await records.open(io.visit, recordOf(connection.value, question, o.now()));
      if (!kept.ok) return kept;
      io.onRecord(kept.value.file);
      if (kept.value.record.reply !== null) return ok(kept.value.record.reply);
      const begun = o.now();
      const reply = await connection.value.ask(question, io);
      const came = reply.ok ? answered(reply.value) : refused(reply.error);
      await records.write({
        ...kept.value,
        record: { ...kept.value.record, ...came, ms: o.now() - begun },
      });
      return reply;
    },
  };
}

function recordOf({ provider, model }: Connection, question: ModelQuestion, now: number): PromptRecord {
  const { judgement, role, messages, format, tools, files } = question;
  return {
    version: 1,
    ...{ judgement, role, provider, model, format },
    at: new Date(now).toISOString(),
    messages: messages.map(kept),
    tools: [...tools],
    files: [...files],
    hash: hashOf(question),
    reply: null,
    problem: null,
    ms: 0,
  };
}

type KeptMessage = PromptRecord['messages'][number];

const kept = (message: ModelMessage): KeptMessage =>
  message.role === 'assistant' && message.calls
    ? { ...message, calls: [...message.calls] }
    : {
        role: message.role,
        content: message.content,
        ...(message.role === 'tool' && { call: message.call }),
      };

const answered = ({ text, calls, usage }: ModelReply): Pick<PromptRecord, 'reply' | 'problem'> => ({
  reply: { text, calls: [...calls], usage },
  problem: null,
});

const refused = ({ code, message }: Problem): Pick<PromptRecord, 'reply' | 'problem'> => ({
  reply: null,
  problem: { code, message: inEnglish(message) },
});
