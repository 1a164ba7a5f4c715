import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSpinning } from '../../../../build/ci/spinning.mjs';
import { processesWith } from '../../../../build/test/end-processes.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.runIf(process.platform === 'linux')('processes that spin', () => {
  it('run until they are ended, and have ended when whoever started them goes on', async () => {
    vi.stubEnv('BENCHLOOP_SPINNING', String(process.pid));
    const spinning = () => processesWith(`BENCHLOOP_SPINNING=${process.pid}`);
    const end = await startSpinning(2);
    expect(spinning()).toHaveLength(2);
    await end();
    expect(spinning()).toEqual([]);
    await end();
  });
});
