import type { Role } from '../../../shared/role.js';
import type { Player } from '../../../shared/roundtable.js';
import type { Models } from '../../agents/model.js';
import type { Effect, Outcome } from '../../engine/effect.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import type { CoordinatorEvent } from '../../machine/coordinator/events.js';
import type { FirmwareBench } from '../firmware-loop/bench.js';

/** What the roles of one roundtable work with. */
export interface CoordinatorBench {
  /** Search, builds, trials and policy are the firmware loop's. Its clone is only read. */
  loop: FirmwareBench;
  models: Models;
  /** Folder with the C grammar. */
  wasmDir: string;
  /** It works for a loop, which runs the cases of what is approved itself. */
  isChild: boolean;
}

export type CoordinatorEffect = Effect<CoordinatorContext, CoordinatorEvent, CoordinatorBench>;
export type CoordinatorOutcome = Outcome<CoordinatorEvent>;

/** Who plays a role now. */
export function playerOf({ models }: CoordinatorBench, role: Role): Player {
  const name = models.provider(role);
  return { name, isModel: name !== 'rules' && name !== 'mock' };
}

/** What a role that nobody plays says: marked, so that nobody takes it for a judgement. */
export const MOCK = 'MOCK';

export const isMock = ({ name }: Player): boolean => name === 'mock';
