import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stop, type Watched, watchForStop } from '../../../electron/engine/stop.js';
import type { RunJournal } from '../../../electron/journal/run-journal.js';
import type { Gate } from '../../../shared/events.js';
import { scriptedRun } from '../../fixtures/firmware-run.js';

/** Watches a fresh run's journal; what it reported is in `seen`. */
function watching(more: Partial<Watched> = {}) {
  const { journal } = scriptedRun();
  const said: { reason: string | null } = { reason: null };
  const control = { reason: () => said.reason, forced: () => false };
  const watch = watchForStop({
    ...{ journal, control, state: 'BUILD_RUN', seq: 4, timeoutMs: 10_000, abortable: true },
    ...more,
  });
  const seen: (Stop | string)[] = [];
  watch.stopped.then(
    (stop) => seen.push(stop),
    (error: Error) => seen.push(error.message),
  );
  return { journal, said, watch, seen };
}

const gate: Gate = {
  ...{
    type: 'gate',
    run: 'r',
    gate: 'g',
    scope: 'patch',
    question: '?',
    subject: 's',
    binding: 'b',
    code: 'b',
  },
  ...{ risk: null, reasons: [], answer: null, answered_by: null, at: new Date(1).toISOString() },
};

describe('watching for a stop', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reports the time limit, and nothing before it', async () => {
    const { watch, seen } = watching();
    await vi.advanceTimersByTimeAsync(9_900);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(seen).toEqual([{ kind: 'TIMEOUT', reason: 'BUILD_RUN took longer than 10 s', recorded: false }]);
    watch.end();
  });

  it('stops the clock while a person is asked, and starts it again after the answer', async () => {
    const { journal, watch, seen } = watching();
    journal.putGate(gate);
    const answer = watch.pausedFor('g');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual([]);
    journal.answerGate('g', 'no', 'her', 'b');
    await vi.advanceTimersByTimeAsync(100);
    expect(await answer).toBe('no');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seen).toMatchObject([{ kind: 'TIMEOUT' }]);
    watch.end();
  });

  it('stops the clock while what others have is waited for, and starts it again after the last of them', async () => {
    const { watch, seen } = watching();
    const [first, second] = [watch.standStill(), watch.standStill()];
    await vi.advanceTimersByTimeAsync(60_000);
    first();
    first();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual([]);
    second();
    await vi.advanceTimersByTimeAsync(9_900);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(seen).toMatchObject([{ kind: 'TIMEOUT' }]);
    watch.end();
  });

  it('reports an abort of this process, and one that another process wrote down', async () => {
    const mine = watching();
    mine.said.reason = 'ctrl-c';
    const theirs = watching();
    theirs.journal.request({ kind: 'abort', seq: 4, reason: 'window' }, 1);
    await vi.advanceTimersByTimeAsync(50);
    expect(mine.seen).toEqual([{ kind: 'abort', reason: 'ctrl-c', recorded: false }]);
    expect(theirs.seen).toEqual([{ kind: 'abort', reason: 'window', recorded: true }]);
    mine.watch.end();
    theirs.watch.end();
  });

  it('does not abort a state that reports the end', async () => {
    const { said, watch, seen } = watching({ abortable: false });
    said.reason = 'too late';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual([]);
    watch.end();
  });

  it('knows at once of an interrupted timeout of this revision, and of no other', () => {
    const { journal, watch } = watching();
    journal.request({ kind: 'TIMEOUT', seq: 4, reason: 'slow' }, 1);
    const control = { reason: () => null, forced: () => false };
    const at = (seq: number) =>
      watchForStop({ journal, control, state: 'S', seq, timeoutMs: 1, abortable: true });
    const [same, later] = [at(4), at(5)];
    expect(same.atOnce).toEqual({ kind: 'TIMEOUT', reason: 'slow', recorded: true });
    expect(later.atOnce).toBeNull();
    for (const w of [watch, same, later]) w.end();
  });

  it('says so when the store cannot be read any more', async () => {
    const { journal, watch } = watching();
    watch.end();
    let gone = false;
    const failing: RunJournal = {
      ...journal,
      pendingRequest: (kind) => {
        if (gone) throw new Error('disk I/O error');
        return journal.pendingRequest(kind);
      },
    };
    const later = watching({ journal: failing });
    gone = true;
    await vi.advanceTimersByTimeAsync(50);
    expect(later.seen).toEqual(['disk I/O error']);
    later.watch.end();
    expect(() => watching({ journal: failing })).toThrow('disk I/O error');
    expect(vi.getTimerCount()).toBe(0);
  });
});
