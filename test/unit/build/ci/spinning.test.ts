import { describe, expect, it } from 'vitest';
import { startSpinning } from '../../../../build/ci/spinning.mjs';
import { secondsOfChildren } from '../../../../build/test/processor-time.mjs';

describe('processes that spin', () => {
  it('have ended when whoever started them goes on', async () => {
    const before = secondsOfChildren();
    const end = await startSpinning(2);
    await end();
    // Only ended children are counted.
    if (process.platform === 'linux') expect(secondsOfChildren()).toBeGreaterThan(before);
    await end();
  });
});
