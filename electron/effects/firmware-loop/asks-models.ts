import type { AskIo } from '../../agents/model.js';
import type { EffectIo } from '../../engine/effect.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { askIo } from '../models/ask-io.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from './bench.js';

/** An effect whose provider may ask a model: the records of what it asked are evidence of its transition. */
export const asksModels =
  (
    effect: (
      ctx: FirmwareContext,
      bench: FirmwareBench,
      io: EffectIo & { asking: AskIo },
    ) => Promise<FirmwareOutcome>,
  ): FirmwareEffect =>
  async (ctx, bench, io) => {
    const asked = askIo(io, { ...bench, repository: bench.loaded.repoRoot });
    const outcome = await effect(ctx, bench, { ...io, asking: asked.io });
    return { ...outcome, evidence: [...outcome.evidence, ...asked.records] };
  };
