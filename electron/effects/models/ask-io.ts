import { ok } from '../../../shared/problem.js';
import type { AskIo } from '../../agents/model.js';
import type { EffectIo } from '../../engine/effect.js';

/** What one visit to a state asks models with. */
export interface VisitAsking {
  io: AskIo;
  /** Where the records of its requests lie, relative to the run's folder: evidence of its transition. */
  records: readonly string[];
}

export function askIo(io: EffectIo): VisitAsking {
  const records: string[] = [];
  return {
    records,
    io: {
      signal: io.signal,
      visit: `${io.node}.${io.seq}`,
      maySend: async () => ok(undefined),
      onRecord: (file) => {
        if (!records.includes(file)) records.push(file);
      },
    },
  };
}
