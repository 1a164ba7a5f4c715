import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { PromptRecordSchema } from '../../../shared/prompt-record.js';
import type { Role } from '../../../shared/role.js';
import type { AskModel } from '../../agents/model.js';
import { instructionsHash } from '../../agents/records/hash.js';
import { HEADER } from './pieces.js';
import type { ReadCassette } from './read.js';

const AnsweredSchema = PromptRecordSchema.pick({
  ...{ judgement: true, role: true, provider: true, model: true, hash: true, reply: true },
}).extend({
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** See `instructionsHash`. */
  instructions: z.string(),
});
type Answered = z.infer<typeof AnsweredSchema>;

/** The recorded replies of a cassette, given again in their order. */
export interface Replies {
  /** What the run's machine was started with. */
  header: unknown;
  ask: AskModel;
  /** What a role's model was called; null: nothing was asked of it. */
  name(role: Role): string | null;
  /** Every reply of the visit that asked last was given. */
  isLast(): boolean;
  /** Whether something was asked in a visit. */
  has(visit: string): boolean;
  /** Judgements with other instructions, schema or tools than the recorded ones, since it was asked last. */
  takeChanged(): string[];
}

/** Null: the cassette has none. Errors: USAGE where one cannot be read. */
export function repliesOf(files: ReadCassette['files']): Result<Replies | null> {
  const visits = new Map<string, [n: number, Answered][]>();
  let header: unknown = null;
  for (const { kind, path, content } of files.filter((file) => file.kind === 'replies')) {
    const value = jsonOf(content);
    if (path === HEADER) header = value;
    else {
      const [, visit = '', n = ''] = /^replies\/(.+)\.(\d+)\.json$/.exec(path) ?? [];
      const record = AnsweredSchema.safeParse(value);
      if (visit === '' || !record.success) return fail(unreadable(path, kind));
      visits.set(visit, [...(visits.get(visit) ?? []), [Number(n), record.data]]);
    }
  }
  return ok(visits.size === 0 ? null : playing(visits, header));
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined; // the schema refuses it
  }
}

const unreadable = (path: string, kind: string): Problem => ({
  code: 'USAGE',
  message: `one of the ${kind} in the cassette cannot be read`,
  where: path,
});

function playing(visits: ReadonlyMap<string, [n: number, Answered][]>, header: unknown): Replies {
  const left = new Map([...visits].map(([visit, all]) => [visit, [...all].sort(([a], [b]) => a - b)]));
  let changed: string[] = [];
  let last = '';
  return {
    header,
    name: (role) => {
      const record = [...visits.values()].flat().find(([, one]) => one.role === role)?.[1];
      return record ? (record.model ?? record.provider) : null;
    },
    has: (visit) => visits.has(visit),
    isLast: () => (left.get(last) ?? []).length === 0,
    takeChanged: () => {
      const taken = changed;
      changed = [];
      return taken;
    },
    ask: async (question, { visit }) => {
      const [, record] = left.get(visit)?.shift() ?? [];
      last = visit;
      if (!record) return fail({ code: 'MODEL_FAILURE', message: 'the cassette has no further reply' });
      // data of the prompt was measured on what ran, which a replay does not do again
      if (record.instructions !== instructionsHash(question)) changed.push(question.judgement);
      if (record.reply !== null) return ok(record.reply);
      return fail({ code: 'MODEL_FAILURE', message: record.problem?.message ?? 'the model gave no reply' });
    },
  };
}
