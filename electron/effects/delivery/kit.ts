import * as z from 'zod';
import { MAIN } from '../../../shared/events.js';
import { text } from '../../../shared/texts/words.js';
import { approver } from '../../engine/approver.js';
import { defineKit, type NodePlace } from '../../engine/kit.js';
import { compile } from '../../machine/compile.js';
import { type DeliveryContext, firstDeliveryContext } from '../../machine/delivery/context.js';
import type { DeliveryEvent } from '../../machine/delivery/events.js';
import type { DeliveryState, DeliveryWork } from '../../machine/delivery/states.js';
import { delivery } from '../../machine/delivery/table.js';
import type { KitParts } from '../parts.js';
import type { DeliveryBench } from './bench.js';
import { deliveryEffects } from './effects.js';
import { type DeliveryHeader, DeliveryHeaderSchema } from './header.js';
import { openDelivery } from './open-delivery.js';
import { DELIVERY_RESUME } from './resume.js';

const Said = z.object({ text: z.string().min(1) });

const first = (header: DeliveryHeader, { run, node }: Pick<NodePlace, 'run' | 'node'>): DeliveryContext =>
  firstDeliveryContext({
    ...(node !== MAIN && { is_part: true }),
    ...{ run, goal: header.loaded.task.goal, of: header.of, is_work_done: header.patch.trim() !== '' },
    ...{ has_tests: header.has_tests, targets: header.targets.map(({ id }) => id) },
    pushes: header.text === null ? [] : [{ from: 'operator', text: header.text }],
  });

/** The delivery, as the engine takes it. */
export const deliveryKit = defineKit<
  DeliveryContext,
  DeliveryState,
  DeliveryWork,
  never,
  DeliveryEvent,
  DeliveryBench,
  DeliveryHeader,
  KitParts
>({
  machine: compile(delivery),
  header: DeliveryHeaderSchema,
  first,
  begin: ({ of }) => ({
    type: 'init',
    reason: of === null ? text`there is work to be done` : text`the work of run ${of} is delivered`,
    evidence: [],
  }),
  effects: deliveryEffects,
  resume: DELIVERY_RESUME,
  asks: {},
  messages: { message: 'event' },
  hearsForRun: ['message'],
  news: null,
  hear: ({ type, payload }) => {
    if (type !== 'message') return null;
    const said = Said.parse(payload);
    return { type: 'user_message', reason: said.text, evidence: [], text: said.text };
  },
  // a commit and a write to a board come to their end before anything else is heard
  isUninterrupted: ({ state }) => state === 'COMMITTING' || state === 'DEPLOYING',
  isGivenUp: ({ context }) => context.is_canceled && context.is_rolling_back,
  approves: ({ approvals, policy }, given) => approver(given ?? approvals, policy),
  timeoutMs: ({ policy }, state) => policy.stateTimeoutSec.delivery[state] * 1000,
  teardownMs: ({ policy }) => policy.teardownSec * 1000,
  open: openDelivery,
  close: (bench) => bench.close(),
});
