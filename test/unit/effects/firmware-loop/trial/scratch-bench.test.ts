import { describe, expect, it } from 'vitest';
import { openScratchBench } from '../../../../../electron/effects/firmware-loop/trial/scratch-bench.js';
import type { FirmwareContext } from '../../../../../electron/machine/firmware-loop/context.js';
import { hostBench } from './trial-bench.js';

describe('the scratch bench of a search', () => {
  it('has the time and the trials that earlier searches of the run have left', async () => {
    const { bench, ctx } = await hostBench({ Makefile: 'all:\n' }, { parser: 'tap', command: ['true'] });
    const limited = { ...bench, policy: { ...bench.policy, searchSec: 100, searchTrials: 10 } };
    const left = (searched: FirmwareContext['searched']) => {
      const at = Date.now();
      const scratch = openScratchBench({ ...ctx, searched }, limited, { operationId: (kind) => kind });
      return { seconds: Math.round((scratch.deadline - at) / 1000), trials: scratch.trialsLeft() };
    };
    expect(left({ ms: 0, trials: 0 })).toEqual({ seconds: 100, trials: 10 });
    expect(left({ ms: 70_000, trials: 4 })).toEqual({ seconds: 30, trials: 6 });
    expect(left({ ms: 170_000, trials: 10 })).toEqual({ seconds: 0, trials: 0 });
  });
});
