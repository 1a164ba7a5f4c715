import { ok } from '../../../shared/problem.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import type { CoordinatorEvent } from '../../machine/coordinator/events.js';
import { replayedBench } from '../firmware-loop/rehearse.js';
import { lacksHeader, type Rehearse } from '../parts.js';
import { replayedIo, replayedSeats } from '../rehearsing.js';
import type { CoordinatorBench } from './bench.js';
import { build } from './build.js';
import { CoordinatorHeaderSchema } from './header.js';
import { plan } from './plan.js';
import { review } from './review.js';
import { testAgain } from './test.js';

/** Events that replies lead to, by state; any other came from outside, from a provider that failed, or from what ran. */
const JUDGED: Readonly<Record<string, readonly CoordinatorEvent['type'][]>> = {
  plan: ['roundtable_reviewer'],
  build: ['start_reviewer', 'max_iterations_reached'],
  review: ['review_approved', 'review_changes_requested', 'review_schema_invalid', 'roundtable_tester'],
  test: [
    ...(['await_operator_confirm', 'discussion_complete', 'tester_schema_invalid'] as const),
    ...(['tester_command_blocked', 'tests_failed', 'repeated_test_failure', 'tests_passed'] as const),
  ],
};

/** Plays the judgements of a roundtable that stands alone again. Nothing is built or run. */
export const rehearseRoundtable: Rehearse = async (parts) => {
  const stored = CoordinatorHeaderSchema.safeParse(parts.header);
  if (!stored.success) return lacksHeader;
  const { loop, parent } = stored.data;
  const isHere = parent === null && parts.hasSource;
  // what a loop's roundtable is shown is the loop's clone as it stood then, which no cassette has
  if (!isHere) return ok({ isExact: () => true, judge: async () => null, close: async () => undefined });
  const replayed = await replayedBench({ ...parts, header: loop });
  if (!replayed.ok) return replayed;
  const bench: CoordinatorBench = {
    ...{ loop: replayed.value, models: replayedSeats(parts, loop), isFailing: () => false },
    ...{ wasmDir: parts.wasmDir, isChild: false },
  };
  const effects = { plan, build, review };
  return ok({
    // a coder is asked again where its edits do not build, which a replay does not do
    isExact: (state) => state === 'review' || state === 'test',
    judge: async ({ state, context, seq, event }) => {
      const recorded = event as CoordinatorEvent;
      if (!JUDGED[state]?.includes(recorded.type)) return null;
      const [ctx, io] = [context as CoordinatorContext, replayedIo(parts.node, state, seq)];
      if (state === 'test') return testAgain(ctx, bench, io, recorded);
      return effects[state as keyof typeof effects](ctx, bench, io);
    },
    close: async () => undefined,
  });
};
