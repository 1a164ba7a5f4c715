import * as z from 'zod';
import { type Gate, GateSchema } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import {
  type ChildRecord,
  OPERATION_STATUSES,
  type OwnerRecord,
  type RunHeader,
  type StoredOperation,
  type StoredRequest,
  type StoredSnapshot,
  type TraceRow,
} from './records.js';

/** Everything is parsed on its way out of the store: damage is named, never replaced by a default. */
const json = z.string().transform((text, ctx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue({ code: 'custom', message: 'is no JSON' });
    return z.NEVER;
  }
});

const HeaderRow = z
  .object({
    id: z.string(),
    machine: z.string(),
    machine_version: z.number().int(),
    goal: z.string(),
    created_at: z.number(),
    header: json,
    initial_context: json,
  })
  .transform(
    (r): RunHeader => ({
      id: r.id,
      machine: r.machine,
      machineVersion: r.machine_version,
      goal: r.goal,
      createdAt: r.created_at,
      header: r.header,
      initialContext: r.initial_context,
    }),
  );

const SnapshotRow = z
  .object({ seq: z.number().int(), state: z.string(), context: json })
  .transform((r): StoredSnapshot => r);

const TraceRowSchema = z
  .object({
    seq: z.number().int(),
    machine: z.string(),
    from_state: z.string(),
    to_state: z.string(),
    event: json.pipe(z.looseObject({ type: z.string(), at: z.number() })),
    reason: z.string(),
    iteration: z.number().int(),
    evidence: json.pipe(z.array(z.string())),
    retry_count: z.number().int(),
    retry_reason: z.string().nullable(),
    at: z.number(),
  })
  .transform(({ from_state, to_state, ...r }): TraceRow => ({ ...r, from: from_state, to: to_state }));

const OperationRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    seq: z.number().int(),
    status: z.enum(OPERATION_STATUSES),
    intent: json,
    outcome: json.nullable(),
  })
  .transform((r): StoredOperation => r);

const GateRow = z
  .object({
    body: json.pipe(GateSchema),
    answer: z.enum(['yes', 'no']).nullable(),
    answered_by: z.string().nullable(),
  })
  .transform((r): Gate => ({ ...r.body, answer: r.answer, answered_by: r.answered_by }));

const RequestRow = z
  .object({ kind: z.enum(['abort', 'TIMEOUT']), seq: z.number().int(), reason: z.string() })
  .transform((r): StoredRequest => r);

const OwnerRow = z
  .object({ pid: z.number().int(), start_time: z.string(), boot_id: z.string() })
  .transform((r): OwnerRecord => ({ pid: r.pid, startTime: r.start_time, bootId: r.boot_id }));

const ChildRow = z
  .object({ pid: z.number().int(), start_time: z.string(), operation: z.string() })
  .transform((r): ChildRecord => ({ pid: r.pid, startTime: r.start_time, operation: r.operation }));

/** How records of one kind are read, and what they are called in words. */
export interface RecordKind<T> {
  readonly name: string;
  readonly parse: (row: unknown, file: string) => Result<T>;
}

/** The record's own key, as far as it can still be read. */
const KeyRow = z.object({ id: z.string() }).or(z.object({ seq: z.number() }));

function kind<T>(name: string, schema: z.ZodType<T>): RecordKind<T> {
  const parse = (row: unknown, file: string): Result<T> => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return ok(parsed.data);
    const key = KeyRow.safeParse(row).data;
    const which = key === undefined ? name : `${name} ${'id' in key ? key.id : key.seq}`;
    return fail(unreadable(file, `${which}: ${z.prettifyError(parsed.error)}`));
  };
  return { name, parse };
}

export const unreadable = (file: string, message: string): Problem => ({
  code: 'JOURNAL_CORRUPT',
  message: `a record cannot be read: ${message.replace(/\s*\n\s*/g, ' ')}`,
  where: file,
  next: 'the journal is kept as it is; other runs are not affected',
});

export const HEADER = kind('run header', HeaderRow);
export const SNAPSHOT = kind('snapshot', SnapshotRow);
export const TRACE = kind('trace row', TraceRowSchema);
export const OPERATION = kind('operation', OperationRow);
export const GATE = kind('gate', GateRow);
export const REQUEST = kind('request', RequestRow);
export const OWNER = kind('owner', OwnerRow);
export const CHILD = kind('child process', ChildRow);
