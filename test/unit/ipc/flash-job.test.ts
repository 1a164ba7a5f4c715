import { describe, expect, it } from 'vitest';
import { newJob, withBytes, withResult, withStage } from '../../../electron/ipc/flash-job.js';

const begun = () => newJob({ id: 1, profile: { id: 'uno', title: 'Uno' }, image: 'app.elf' }, 0);

describe('a flash as the window shows it', () => {
  it('tells how fast bytes go and how long the rest of the stage takes, once that can be told', () => {
    const first = withBytes(begun(), { phase: 'write', done: 0, total: 4000 }, 1000);
    expect(first.job).toMatchObject({ stage: 'write', rate: null, eta_ms: null });
    const soon = withBytes(first, { phase: 'write', done: 128, total: 4000 }, 1010);
    expect(soon.job).toMatchObject({ done: 128, rate: null });
    const later = withBytes(soon, { phase: 'write', done: 1000, total: 4000 }, 1500);
    expect(later.job).toMatchObject({ done: 1000, rate: 2000, eta_ms: 1500 });
  });

  it('keeps the stages that are over, with their bytes and times, and begins each anew', () => {
    const written = withBytes(begun(), { phase: 'write', done: 4000, total: 4000 }, 100);
    const verifying = withBytes(written, { phase: 'verify', done: 10, total: 4000 }, 2100);
    expect(verifying.job.past).toEqual([{ stage: 'write', bytes: 4000, ms: 2000 }]);
    expect(verifying.job).toMatchObject({ stage: 'verify', done: 10, rate: null });
  });

  it('does not call the wait for the board a stage', () => {
    expect(withStage(begun(), 'connect', 500).job.past).toEqual([]);
  });

  it('says from the first erase or write on that to cancel leaves a part', () => {
    const dumped = withBytes(begun(), { phase: 'dump', done: 10, total: 20 }, 10);
    expect(dumped.job.begun).toBe(false);
    expect(withStage(dumped, 'asking', 20).job.begun).toBe(false);
    const erased = withBytes(dumped, { phase: 'erase', done: 0, total: 20 }, 30);
    expect(erased.job.begun).toBe(true);
    expect(withBytes(erased, { phase: 'verify', done: 1, total: 20 }, 40).job.begun).toBe(true);
  });

  it('asks and waits for nothing any more when it is over', () => {
    const asking = withStage(begun(), 'asking', 5);
    const asked = { question: 'Flash it?', subject: 'x', binding: 'b' };
    const open = { ...asking, job: { ...asking.job, asked, cancelling: true } };
    const problem = { code: 'FLASH_DECLINED', message: 'no' } as const;
    expect(withResult(open, { outcome: 'failed', problem, ms: 9 }, 9).job).toMatchObject({
      asked: null,
      cancelling: false,
      past: [{ stage: 'asking', ms: 4 }],
      result: { outcome: 'failed' },
    });
  });
});
