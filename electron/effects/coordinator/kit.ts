import * as z from 'zod';
import { ROUNDTABLE_MODES } from '../../../shared/roundtable.js';
import { defineKit } from '../../engine/kit.js';
import { compile } from '../../machine/compile.js';
import { type CoordinatorContext, firstCoordinatorContext } from '../../machine/coordinator/context.js';
import type { CoordinatorEvent } from '../../machine/coordinator/events.js';
import type { CoordinatorState, CoordinatorWork } from '../../machine/coordinator/states.js';
import { coordinator } from '../../machine/coordinator/table.js';
import { approvesFor } from '../firmware-loop/start/run-header.js';
import { firstContext } from '../firmware-loop/start/start.js';
import type { KitParts } from '../parts.js';
import type { CoordinatorBench } from './bench.js';
import { coordinatorEffects } from './effects.js';
import { type CoordinatorHeader, CoordinatorHeaderSchema } from './header.js';
import { closeRoundtable, openRoundtable } from './open-bench.js';
import { ROUNDTABLE_RESUME } from './resume.js';

const FollowUpSchema = z.object({
  text: z.string(),
  mode: z.enum(ROUNDTABLE_MODES).nullable().default(null),
});

function first({ loop, mode, parent }: CoordinatorHeader, { run }: { run: string }): CoordinatorContext {
  return firstCoordinatorContext({
    ...{ run, goal: loop.loaded.task.goal, mode, maxRounds: loop.policy.maxRounds },
    ...{
      known: parent?.known ?? firstContext(run, loop),
      first: parent?.first ?? null,
      next: parent?.next ?? [],
    },
  });
}

/** The roundtable, as the engine takes it. */
export const coordinatorKit = defineKit<
  CoordinatorContext,
  CoordinatorState,
  CoordinatorWork,
  never,
  CoordinatorEvent,
  CoordinatorBench,
  CoordinatorHeader,
  KitParts
>({
  machine: compile(coordinator),
  header: CoordinatorHeaderSchema,
  first,
  begin: null,
  effects: coordinatorEffects,
  resume: ROUNDTABLE_RESUME,
  asks: {},
  news: null,
  messages: { task_followup_received: 'event' },
  hear: ({ type, payload }) => {
    if (type !== 'task_followup_received') return null;
    const said = FollowUpSchema.parse(payload);
    return { type, reason: said.text, evidence: [], ...said };
  },
  isUninterrupted: () => false,
  approves: ({ loop }, given) => approvesFor(loop, given),
  timeoutMs: ({ loop }, state) => loop.policy.stateTimeoutSec.coordinator[state] * 1000,
  teardownMs: ({ loop }) => loop.policy.teardownSec * 1000,
  open: openRoundtable,
  close: closeRoundtable,
});
