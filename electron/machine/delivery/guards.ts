import { CAPS } from '../../../shared/delivery.js';
import { joined, nested, text, type Words } from '../../../shared/texts/words.js';
import type { Capped, DeliveryContext } from './context.js';
import type { EventOf } from './events.js';
import type { Origin } from './states.js';

type Ctx = DeliveryContext;

const remain =
  (what: Capped) =>
  (ctx: Ctx): boolean =>
    ctx.retries[what] < CAPS[what];
const from =
  (origin: Origin) =>
  (ctx: Ctx): boolean =>
    ctx.origin === origin;
const isUnderWay = ({ is_rolling_back, held }: Ctx): boolean => held !== null && !is_rolling_back;

/** Why nothing can be deployed now; null: it can. */
export function whyNotDeployed(ctx: Ctx): Words | null {
  const why = whatIsInTheWay(ctx);
  return why !== null && ctx.is_part === true ? joined(why, elsewhere(ctx)) : why;
}

/** A campaign names no profile to deploy to. */
const elsewhere = ({ of }: Ctx): Words =>
  text`a delivery within a campaign only commits; once it has ended: benchloop deliver ${of ?? 'RUN'} --deploy PROFILE`;

function whatIsInTheWay(ctx: Ctx): Words | null {
  if (ctx.committed === null) return text`nothing is committed yet, so nothing is deployed`;
  if (ctx.committed.tree !== ctx.tree)
    return text`the work has changed since commit ${ctx.committed.commit.slice(0, 12)}`;
  if (ctx.deploy_blocked !== null) return text`deploying is blocked: ${nested(ctx.deploy_blocked)}`;
  if (ctx.targets.length === 0) return text`this delivery names no profile to deploy to`;
  return null;
}

export const deliveryGuards = {
  /** There is work, done or to be done. */
  hasWork: ({ is_work_done, pushes }: Ctx): boolean => is_work_done || pushes.length > 0,
  reviewsRemain: remain('review'),
  lintsRemain: remain('lint'),
  testsRemain: remain('test'),
  profilesRemain: (_: Ctx, e: EventOf<'test_pass'>): boolean => e.left > 0,
  commitsRemain: (ctx: Ctx, e: EventOf<'commit_fail'>): boolean => !e.is_final && remain('commit')(ctx),
  hasNoTests: ({ has_tests }: Ctx): boolean => !has_tests,
  isOnlyStyle: (_: Ctx, e: EventOf<'lint_fail'>): boolean => e.only_style,
  isOnlyStyleAndUntested: ({ has_tests }: Ctx, e: EventOf<'lint_fail'>): boolean =>
    e.only_style && !has_tests,
  needsDeploy: ({ targets, deploy_blocked }: Ctx): boolean => targets.length > 0 && deploy_blocked === null,
  /** This one is not the last. */
  boardsRemain: ({ held, deployed }: Ctx): boolean => deployed.length + 1 < (held?.length ?? 0),
  boardsToPutBack: ({ held, rolled_back }: Ctx): boolean => rolled_back.length + 1 < (held?.length ?? 0),
  /** Something may have been written that has to be taken back first. */
  isUnderWay,
  isNotRollingBack: ({ is_rolling_back }: Ctx): boolean => !is_rolling_back,
  deploysRemain: (ctx: Ctx): boolean => !ctx.is_deploy_final && remain('deploy')(ctx),
  mayDeploy: (ctx: Ctx): boolean => whyNotDeployed(ctx) === null,
  fromIdle: from('IDLE'),
  fromDeveloping: from('DEVELOPING'),
  fromReviewing: from('REVIEWING'),
  fromLinting: from('LINTING'),
  fromTesting: from('TESTING'),
  fromCommitting: from('COMMITTING'),
  fromDeploying: from('DEPLOYING'),
  fromDone: from('DONE'),
};
