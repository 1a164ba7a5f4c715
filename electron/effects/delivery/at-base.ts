import type { DeliveryContext } from '../../machine/delivery/context.js';
import type { DeliveryBench, DeliveryEffect } from './bench.js';

/** A delivery whose work was brought onto another commit: there everything is judged, tested and committed against that one. */
export function atBase({ base }: Pick<DeliveryContext, 'base'>, bench: DeliveryBench): DeliveryBench {
  if (base === undefined) return bench;
  const { header, work } = bench;
  const loaded = { ...header.loaded, baseCommit: base };
  return {
    ...bench,
    header: { ...header, loaded },
    work: {
      ...work,
      repo: work.repo && { ...work.repo, baseCommit: base },
      task: { ...work.task, loaded: { ...work.task.loaded, baseCommit: base } },
    },
  };
}

/** The effect, with what it works with as the work stands. */
export const onItsBase =
  (effect: DeliveryEffect): DeliveryEffect =>
  (ctx, bench, io) =>
    effect(ctx, atBase(ctx, bench), io);
