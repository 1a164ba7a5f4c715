import * as z from 'zod';
import { codeOf, type Gate, GateSchema } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { wordsFrom } from '../../shared/texts/words.js';
import { FROM_BACKUP } from './database.js';
import {
  type ChildNode,
  type ChildRecord,
  OPERATION_STATUSES,
  type OwnerRecord,
  type RunHeader,
  type StoredMessage,
  type StoredOperation,
  type StoredSnapshot,
  type TraceRow,
} from './records.js';

/** Everything is parsed on its way out of the store: damage is named, never replaced by a default. */
const text = z.string('is no text in UTF-8');

/** A column that holds JSON. */
export const json = text.transform((stored, ctx): unknown => {
  try {
    return JSON.parse(stored);
  } catch {
    ctx.addIssue({ code: 'custom', message: 'is no JSON' });
    return z.NEVER;
  }
});

/** A column of text that holds words. */
const words = text.transform((stored, ctx) => {
  const read = wordsFrom(stored);
  if (read !== null) return read;
  ctx.addIssue({ code: 'custom', message: 'holds no words' });
  return z.NEVER;
});

/** How records of one kind are read, and what they are called in words. */
export interface RecordKind<T> {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly parse: (row: unknown, file: string) => Result<T>;
}

/** The record's own key, as far as it can still be read. */
const KeyRow = z.object({ id: text.or(z.number()) }).or(z.object({ seq: z.number() }));

/** A record in words, by its key where that can be read. */
export function which(name: string, row: unknown): string {
  const key = KeyRow.safeParse(row).data;
  return key === undefined ? name : `${name} ${'id' in key ? key.id : key.seq}`;
}

/**
 * Records that are the rows of one table.
 *
 * @param schema the columns that a record is made of
 * @param others columns that are only looked for, or sorted by
 */
export function recordKind<S extends z.ZodObject, T>(
  name: string,
  table: string,
  schema: S,
  toRecord: (row: z.infer<S>) => T,
  others: readonly string[] = [],
): RecordKind<T> {
  const parse = (row: unknown, file: string): Result<T> => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return ok(toRecord(parsed.data));
    return fail(unreadable(file, `${which(name, row)}: ${z.prettifyError(parsed.error)}`));
  };
  return { name, table, columns: [...Object.keys(schema.shape), ...others], parse };
}

export const unreadable = (file: string, message: string): Problem => ({
  code: 'JOURNAL_CORRUPT',
  message: `a record cannot be read: ${message.replace(/\s*\n\s*/g, ' ')}`,
  where: file,
  next: FROM_BACKUP,
});

const ParentSchema = z.object({ run: z.string(), operation: z.string() });

const HeaderRow = z.object({
  id: text,
  machine: text,
  machine_version: z.number().int(),
  goal: text,
  created_at: z.number(),
  header: json,
  initial_context: json,
  prefix: text,
  parent: json.pipe(ParentSchema).nullable(),
});

export const HEADER = recordKind(
  'run header',
  'run',
  HeaderRow,
  (r): RunHeader => ({
    id: r.id,
    machine: r.machine,
    machineVersion: r.machine_version,
    goal: r.goal,
    createdAt: r.created_at,
    header: r.header,
    initialContext: r.initial_context,
    prefix: r.prefix,
    parent: r.parent,
  }),
);

const NodeRow = z.object({
  path: text,
  parent: text,
  parent_seq: z.number().int(),
  machine: text,
  machine_version: z.number().int(),
  goal: text,
  created_at: z.number(),
  header: json,
  initial_context: json,
  cut: z.number().int(),
});

export const NODE = recordKind(
  'node',
  'node',
  NodeRow,
  (r): ChildNode => ({
    path: r.path,
    parent: r.parent,
    parentSeq: r.parent_seq,
    machine: r.machine,
    machineVersion: r.machine_version,
    goal: r.goal,
    createdAt: r.created_at,
    header: r.header,
    initialContext: r.initial_context,
    isCut: r.cut !== 0,
  }),
);

const SnapshotRow = z.object({
  seq: z.number().int(),
  state: text,
  context: json,
  deadline: z.number().nullable(),
});

export const SNAPSHOT = recordKind('snapshot', 'snapshot', SnapshotRow, (r): StoredSnapshot => r, [
  'node',
  'machine',
]);

const TraceRowSchema = z.object({
  n: z.number().int(),
  node: text,
  seq: z.number().int(),
  machine: text,
  from_state: text,
  to_state: text,
  event: json.pipe(z.looseObject({ type: z.string(), at: z.number() })),
  reason: words,
  iteration: z.number().int(),
  evidence: json.pipe(z.array(z.string())),
  retry_count: z.number().int(),
  retry_reason: text.nullable(),
  at: z.number(),
});

export const TRACE = recordKind(
  'trace row',
  'trace',
  TraceRowSchema,
  ({ from_state, to_state, ...r }): TraceRow => ({ ...r, from: from_state, to: to_state }),
);

const OperationRow = z.object({
  id: text,
  node: text,
  kind: text,
  seq: z.number().int(),
  status: z.enum(OPERATION_STATUSES),
  intent: json,
  outcome: json.nullable(),
});

export const OPERATION = recordKind('operation', 'operation', OperationRow, (r): StoredOperation => r, [
  'at',
]);

const GateRow = z.object({
  id: text,
  node: text,
  body: json.pipe(GateSchema.omit({ code: true })),
  answer: text.nullable(),
  answered_by: text.nullable(),
  // not first of all: the checksum of a row follows the order of its columns
  binding: text,
});

export const GATE = recordKind(
  'gate',
  'gate',
  GateRow,
  ({ body, id: _, ...r }): Gate => ({ ...body, ...r, code: codeOf(r.binding) }),
  ['at'],
);

const InboxRow = z.object({
  id: z.number().int(),
  node: text,
  type: text,
  payload: json,
  by: text,
  channel: text,
  at: z.number(),
  consumed: z.number().int().nullable(),
});

export const INBOX = recordKind('message', 'inbox', InboxRow, (r): StoredMessage => r);

const OwnerRow = z.object({ pid: z.number().int(), start_time: text, boot_id: text });

export const OWNER = recordKind(
  'owner',
  'owner',
  OwnerRow,
  (r): OwnerRecord => ({ pid: r.pid, startTime: r.start_time, bootId: r.boot_id }),
  ['one'],
);

const ChildRow = z.object({ pid: z.number().int(), start_time: text, operation: text });

export const CHILD = recordKind(
  'child process',
  'child',
  ChildRow,
  (r): ChildRecord => ({ pid: r.pid, startTime: r.start_time, operation: r.operation }),
);
