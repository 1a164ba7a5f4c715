import type { Role } from '../../../shared/role.js';
import type { Player } from '../../../shared/roundtable.js';
import { type Message, text } from '../../../shared/texts/words.js';
import type { AskIo, Models } from '../../agents/model.js';
import type { Effect, EffectIo, Outcome } from '../../engine/effect.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import type { CoordinatorEvent } from '../../machine/coordinator/events.js';
import type { FirmwareBench } from '../firmware-loop/bench.js';
import { askIo } from '../models/ask-io.js';

/** What the roles of one roundtable work with. */
export interface CoordinatorBench {
  /** Search, builds, trials and policy are the firmware loop's. Its clone is only read. */
  loop: FirmwareBench;
  models: Models;
  /** Whether the mock of a role fails now (`benchloop mock`). */
  isFailing(role: Role): boolean;
  /** Folder with the C grammar. */
  wasmDir: string;
  /** It works for a loop, which runs the cases of what is approved itself. */
  isChild: boolean;
}

export type CoordinatorOutcome = Outcome<CoordinatorEvent>;
export type CoordinatorEffect = Effect<CoordinatorContext, CoordinatorEvent, CoordinatorBench>;
/** What a role is given for its requests besides. */
export type CoordinatorIo = EffectIo & { asking: AskIo };

/** An effect whose roles may ask a model: the records of what they asked are evidence of its transition. */
export const asksModels =
  (
    effect: (
      ctx: CoordinatorContext,
      bench: CoordinatorBench,
      io: CoordinatorIo,
    ) => Promise<CoordinatorOutcome>,
  ): CoordinatorEffect =>
  async (ctx, bench, io) => {
    const asked = askIo(io, { ...bench.loop, repository: bench.loop.loaded.repoRoot });
    const outcome = await effect(ctx, bench, { ...io, asking: asked.io });
    return { ...outcome, evidence: [...outcome.evidence, ...asked.records] };
  };

/** Who plays a role now. */
export function playerOf({ models }: CoordinatorBench, role: Role): Player {
  const name = models.provider(role);
  return { name, isModel: name !== 'rules' && name !== 'mock' };
}

/** Code of the product, in a role or in the place of a model that failed in it. */
export const RULES: Player = { name: 'rules', isModel: false };

/** What a role that nobody plays says: marked, so that nobody takes it for a judgement. */
export const MOCK = 'MOCK';

/** What a mock says that a person has set to fail. */
export const setToFail = (role: Role): Message => text`${MOCK}: the mock of ${role} is set to fail`;

export const isMock = ({ name }: Player): boolean => name === 'mock';
