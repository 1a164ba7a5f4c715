import * as z from 'zod';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { CompiledMachine } from '../machine/compile.js';
import type { BaseEvent } from '../machine/define.js';
import { type Snapshot, step } from '../machine/step.js';

/** A run's events and what they led to: enough to replay it with no hardware, model or network. */
export const CassetteSchema = z.object({
  benchloop: z.literal('cassette'),
  run: z.string(),
  machine: z.string(),
  version: z.number().int(),
  initial_state: z.string(),
  initial_context: z.unknown(),
  /** How many there are: a file that was cut off is noticed. */
  transition_count: z.number().int().optional(),
  transitions: z.array(
    z.object({
      seq: z.number().int(),
      from: z.string(),
      to: z.string(),
      reason: z.string(),
      event: z.looseObject({ type: z.string(), at: z.number() }),
    }),
  ),
});
export type Cassette = z.infer<typeof CassetteSchema>;

/**
 * Feeds the recorded events through the table. Every transition must come out the same, gapless from 1.
 * Errors: VERSION_MISMATCH, or UNHANDLED_EXCEPTION that names the first transition that differs.
 */
export function replay<C, S extends string, E extends BaseEvent>(
  cassette: Cassette,
  machine: CompiledMachine<C, S, E>,
): Result<{ transitions: number }> {
  const { id, version } = machine.definition;
  if (cassette.machine !== id || cassette.version !== version) {
    const message = `recorded with ${cassette.machine} version ${cassette.version}, this is ${id} version ${version}`;
    return fail({ code: 'VERSION_MISMATCH', message, next: 'replay it with the release that recorded it' });
  }
  let snapshot = { state: cassette.initial_state, context: cassette.initial_context } as Snapshot<C, S>;
  for (const [index, recorded] of cassette.transitions.entries()) {
    const moved = step(machine, snapshot, recorded.event as unknown as E);
    const to = moved.moved ? moved.snapshot.state : '(no transition)';
    const reason = moved.moved
      ? machine.definition.explain(
          moved.snapshot.state,
          moved.snapshot.context,
          recorded.event as unknown as E,
        )
      : '';
    if (
      recorded.seq !== index + 1 ||
      recorded.from !== snapshot.state ||
      to !== recorded.to ||
      reason !== recorded.reason
    ) {
      return fail({
        code: 'UNHANDLED_EXCEPTION',
        message: `transition ${recorded.seq} differs: recorded ${recorded.from} → ${recorded.to} (${recorded.reason}), replayed ${snapshot.state} → ${to} (${reason})`,
        where: cassette.run,
      });
    }
    snapshot = moved.snapshot;
  }
  const { length } = cassette.transitions;
  const { transition_count = length } = cassette;
  if (length === transition_count) return ok({ transitions: length });
  const message = `transition ${length + 1} of ${transition_count} is missing`;
  return fail({ code: 'UNHANDLED_EXCEPTION', message, where: cassette.run });
}
