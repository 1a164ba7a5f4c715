import * as z from 'zod';
import { CassetteFileSchema, FoundSchema, HeldSchema } from '../../shared/cassette.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { sameWords } from '../../shared/texts/same.js';
import { nested, text, type Words, wordsSchema } from '../../shared/texts/words.js';
import { MAIN } from '../journal/records.js';
import type { CompiledMachine } from '../machine/compile.js';
import type { BaseEvent } from '../machine/define.js';
import { type Snapshot, step } from '../machine/step.js';

const StartSchema = z.object({
  machine: z.string(),
  version: z.number().int(),
  initial_state: z.string(),
  initial_context: z.unknown(),
});

const RecordedSchema = z.object({
  /** Absent: the root's. */
  node: z.string().optional(),
  seq: z.number().int(),
  from: z.string(),
  to: z.string(),
  reason: wordsSchema,
  event: z.looseObject({ type: z.string(), at: z.number() }),
});
type Recorded = z.infer<typeof RecordedSchema>;

/** A run's events and what they led to: enough to replay it with no hardware, model or network. */
export const CassetteSchema = StartSchema.extend({
  benchloop: z.literal('cassette'),
  run: z.string(),
  /** The nodes below the root, by path. */
  nodes: z.record(z.string(), StartSchema).optional(),
  /** Absent: of before the files that may follow. */
  format: z.literal(2).optional(),
  /** What the run had, and what was sought in it. */
  holds: z.array(HeldSchema).optional(),
  found: z.array(FoundSchema).optional(),
  /** Each file behind the first line. Absent: an earlier release named none, or there is none. */
  files: z.array(CassetteFileSchema).optional(),
  /** How many there are: a file that was cut off is noticed. */
  transition_count: z.number().int().optional(),
  transitions: z.array(RecordedSchema),
});
export type Cassette = z.infer<typeof CassetteSchema>;

type Machine = CompiledMachine<unknown, string, BaseEvent>;

/** Where a node stands in a replay. */
interface Replayed {
  machine: Machine;
  snapshot: Snapshot<unknown, string>;
  seq: number;
}

/**
 * Feeds the recorded events through the tables. Every transition must come out the same, gapless from 1 in each node.
 * Errors: VERSION_MISMATCH, or UNHANDLED_EXCEPTION that names the first transition that differs.
 *
 * @param machineOf the machine of that id; null where this release has none
 */
export function replay(
  cassette: Cassette,
  machineOf: (id: string) => Machine | null,
): Result<{ transitions: number }> {
  const starts = { [MAIN]: cassette, ...cassette.nodes };
  const nodes = new Map<string, Replayed>();
  for (const [path, start] of Object.entries(starts)) {
    const machine = machineOf(start.machine);
    if (machine?.definition.version !== start.version) return fail(otherVersion(start, machine));
    const snapshot = { state: start.initial_state, context: start.initial_context };
    nodes.set(path, { machine, snapshot, seq: 0 });
  }
  for (const recorded of cassette.transitions) {
    const node = nodes.get(recorded.node ?? MAIN);
    if (!node) return fail(unknownNode(cassette.run, recorded));
    const differs = replayedOrDamaged(node, recorded);
    if (differs !== null) return fail({ code: 'UNHANDLED_EXCEPTION', message: differs, where: cassette.run });
  }
  const { length } = cassette.transitions;
  const { transition_count = length } = cassette;
  if (length === transition_count) return ok({ transitions: length });
  const message = `transition ${length + 1} of ${transition_count} is missing`;
  return fail({ code: 'UNHANDLED_EXCEPTION', message, where: cassette.run });
}

/** Nothing parses a cassette's contexts and events by the machine's schema, so guards and reducers may throw on damaged ones. */
function replayedOrDamaged(node: Replayed, recorded: Recorded): Words | null {
  try {
    return replayOne(node, recorded);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return text`transition ${recorded.seq} cannot be replayed: the cassette is damaged (${why})`;
  }
}

/** Replays one transition. Returns how it differs from the record, or null. */
function replayOne(node: Replayed, { seq, from, to, reason, event }: Recorded): Words | null {
  const { machine, snapshot } = node;
  const told: BaseEvent = { reason: '', evidence: [], ...event };
  const moved = step(machine, snapshot, told);
  const now = moved.moved
    ? {
        to: moved.snapshot.state,
        reason: machine.definition.explain(moved.snapshot.state, moved.snapshot.context, told),
      }
    : { to: '(no transition)', reason: '' };
  const isNext = seq === node.seq + 1 && from === snapshot.state;
  if (!isNext || now.to !== to || !sameWords(reason, now.reason))
    return text`transition ${seq} differs: recorded ${from} → ${to} (${nested(reason)}), replayed ${snapshot.state} → ${now.to} (${nested(now.reason)})`;
  node.snapshot = moved.snapshot;
  node.seq = seq;
  return null;
}

const unknownNode = (run: string, { node, seq }: Recorded): Problem => ({
  code: 'UNHANDLED_EXCEPTION',
  message: `transition ${seq} is of node ${node}, which the cassette does not have`,
  where: run,
});

function otherVersion({ machine, version }: z.infer<typeof StartSchema>, here: Machine | null): Problem {
  return {
    code: 'VERSION_MISMATCH',
    message: here
      ? `recorded with ${machine} version ${version}, this is ${here.definition.id} version ${here.definition.version}`
      : `recorded with ${machine} version ${version}, this release has no such machine`,
    next: 'replay it with the release that recorded it',
  };
}
