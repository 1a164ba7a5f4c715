import { z } from 'zod';
import { type Gate, GateSchema } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import {
  OPERATION_STATUSES,
  type RunHeader,
  type StoredOperation,
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

const parser =
  <T>(schema: z.ZodType<T>, what: string) =>
  (row: unknown, file: string): Result<T> => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return ok(parsed.data);
    return fail(unreadable(file, `${what}: ${z.prettifyError(parsed.error)}`));
  };

export const unreadable = (file: string, message: string): Problem => ({
  code: 'JOURNAL_CORRUPT',
  message: `a record cannot be read: ${message.replace(/\s*\n\s*/g, ' ')}`,
  where: file,
  next: 'the journal is set aside as it is; other runs are not affected',
});

export const parseHeader = parser(HeaderRow, 'run header');
export const parseSnapshot = parser(SnapshotRow, 'snapshot');
export const parseTrace = parser(TraceRowSchema, 'trace row');
export const parseOperation = parser(OperationRow, 'operation');
export const parseGate = parser(GateRow, 'gate');
