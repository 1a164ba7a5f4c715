import * as z from 'zod';

/**
 * The shapes of the command line as other tools rely on them, written down by hand: the product's own schemas and
 * this list must not drift together. Strict where the format promises exactly these keys.
 */
const id = z.string().min(1);
const time = z.iso.datetime();
const count = z.number().int().nonnegative();

export const MachinesShape = z.strictObject({
  machines: z.array(
    z.strictObject({
      id,
      initial: id,
      states: z.array(z.strictObject({ name: id, kind: z.enum(['idle', 'working', 'waiting', 'terminal']) })),
      transitions: z.array(z.strictObject({ from: id, event: id, guard: id.optional(), to: id })),
    }),
  ),
});

/** Which machine an event is of, and as which node of its run. */
const node = { node: z.literal('main'), machine: z.literal('firmware-loop') };

export const TransitionShape = z.looseObject({
  type: z.literal('transition'),
  run: id,
  seq: z.number().int().positive(),
  ...node,
  from: id,
  to: id,
  event: id,
  reason: z.string().min(1),
  iteration: count,
  evidence: z.array(z.string()),
  at: time,
});

const Status = z.enum(['pass', 'fail', 'skip', 'missing', 'flaky']);

const Tests = z.looseObject({
  passed: count,
  failed: count,
  cases: z.array(z.looseObject({ name: id, status: Status, message: z.string().optional() })),
});

export const ReportShape = z.looseObject({
  type: z.literal('report'),
  run: id,
  machine: id,
  final_status: z.enum(['SUCCESS', 'FAILURE', 'ABORTED']),
  outcome: id,
  parent: z.looseObject({ run: id, operation: id }).nullable(),
  children: z.array(z.looseObject({ run: id, node: id, machine: id, final_status: z.string().nullable() })),
  verdict: z.enum(['PLAUSIBLE', 'CORRECT_ON_HELD_OUT', 'NOTHING_TO_FIX', 'FLAKY', 'ENV_ERROR', 'NOT_FIXED']),
  reason: z.string().min(1),
  iterations: count,
  goal: id,
  patch: z.string().nullable(),
  files_changed: z.array(id),
  tests: Tests,
  baseline: Tests.nullable(),
  metrics: z.record(z.string(), z.number()),
  alternatives: z.array(z.unknown()),
  decision_trace_length: count,
  rollbacks: count,
  artifacts: z.array(z.looseObject({ kind: id, path: id, sha256: z.string().length(64), bytes: count })),
  last_error: z.looseObject({ code: id, message: id }).nullable(),
  abort_reason: z.string().nullable(),
  duration_ms: z.number().nonnegative(),
  models: z.strictObject({ requests: count, replaced: z.record(id, count) }).nullable(),
  decisions: z.strictObject({
    count,
    by_scope: z.record(id, count),
    by_channel: z.record(id, count),
    unasked: z.strictObject({ policy: count, stored: count, envelope: count }),
  }),
});

const Gate = z.looseObject({
  type: z.literal('gate'),
  run: id,
  gate: id,
  ...node,
  scope: z.enum(['build', 'patch', 'publish', 'question']),
  question: id,
  subject: id,
  risk: z.number().nullable(),
  reasons: z.array(z.looseObject({ reason: id, weight: z.number() })),
});

/** One line of `run --json` and `resume --json`. */
export const LineShape = z.discriminatedUnion('type', [
  TransitionShape,
  z.looseObject({ type: z.literal('progress'), run: id, ...node, state: id, step: id, at: time }),
  Gate,
  z.looseObject({ type: z.literal('console'), run: id, ...node, text: z.string(), at: time }),
  ReportShape,
]);

export const RunsShape = z.looseObject({
  runs: z.array(
    z.looseObject({
      run: id,
      machine: z.literal('firmware-loop'),
      state: id,
      final_status: z.enum(['SUCCESS', 'FAILURE', 'ABORTED']).nullable(),
      waiting_for: z.string().nullable(),
      goal: id,
      started_at: time,
    }),
  ),
});

export const ShowShape = z.looseObject({
  run: id,
  report: ReportShape.nullable(),
  trace: z.array(TransitionShape),
});
