import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { PromptRecordSchema } from '../../../shared/prompt-record.js';
import type { Role } from '../../../shared/role.js';
import type { AskModel } from '../../agents/model.js';
import { instructionsHash } from '../../agents/records/hash.js';
import { jsonOf } from '../../files/json.js';
import { MAIN } from '../../journal/records.js';
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
  /** What the machine of a node was started with; undefined: the cassette does not say. */
  header(node: string): unknown;
  ask: AskModel;
  /** What a role's model was called; null: nothing was asked of it. */
  name(role: Role): string | null;
  /** Every reply of the visit that asked last was given. */
  isLast(): boolean;
  /** Every reply of the visit was given, and none was asked for besides. */
  isSpent(visit: string): boolean;
  /** Visits in which something was answered. */
  answered(): string[];
  /** Whether something was asked in a visit. */
  has(visit: string): boolean;
  /** Judgements with other instructions, schema or tools than the recorded ones, since it was asked last. */
  takeChanged(): string[];
}

/** Null: the cassette has none. Errors: USAGE where one cannot be read. */
export function repliesOf(files: ReadCassette['files']): Result<Replies | null> {
  const visits = new Map<string, [n: number, Answered][]>();
  const headers = new Map<string, unknown>();
  for (const { kind, path, content } of files.filter((file) => file.kind === 'replies')) {
    const value = jsonOf(content);
    if (path === HEADER) headers.set(MAIN, value);
    else if (path.startsWith(`${HEADER}/`)) headers.set(path.slice(HEADER.length + 1), value);
    else {
      const [, visit = '', n = ''] = /^replies\/(.+)\.(\d+)\.json$/.exec(path) ?? [];
      const record = AnsweredSchema.safeParse(value);
      if (visit === '' || !record.success) return fail(unreadable(path, kind));
      visits.set(visit, [...(visits.get(visit) ?? []), [Number(n), record.data]]);
    }
  }
  return ok(visits.size === 0 ? null : playing(visits, headers));
}

const unreadable = (path: string, kind: string): Problem => ({
  code: 'USAGE',
  message: `one of the ${kind} in the cassette cannot be read`,
  where: path,
});

function playing(
  visits: ReadonlyMap<string, [n: number, Answered][]>,
  headers: ReadonlyMap<string, unknown>,
): Replies {
  const left = new Map([...visits].map(([visit, all]) => [visit, [...all].sort(([a], [b]) => a - b)]));
  let changed: string[] = [];
  let last = '';
  const lacking = new Set<string>();
  return {
    header: (node) => headers.get(node),
    isSpent: (visit) => (left.get(visit) ?? []).length === 0 && !lacking.has(visit),
    answered: () =>
      [...visits].filter(([, all]) => all.some(([, { reply }]) => reply !== null)).map(([visit]) => visit),
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
      if (!record) lacking.add(visit);
      if (!record) return fail({ code: 'MODEL_FAILURE', message: 'the cassette has no further reply' });
      // data of the prompt was measured on what ran, which a replay does not do again
      if (record.instructions !== instructionsHash(question)) changed.push(question.judgement);
      if (record.reply !== null) return ok(record.reply);
      return fail({ code: 'MODEL_FAILURE', message: record.problem?.message ?? 'the model gave no reply' });
    },
  };
}
