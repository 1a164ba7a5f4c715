import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inboxOf } from '../../../electron/engine/inbox.js';
import { type Watched, watchForStop } from '../../../electron/engine/stop.js';
import { rootControl } from '../../../electron/engine/tree.js';
import type { RunJournal } from '../../../electron/journal/run-journal.js';
import type { Gate } from '../../../shared/events.js';
import { english } from '../../fixtures/english.js';
import { contextOf, scriptedRun } from '../../fixtures/firmware-run.js';
import { cancelled, timedOut } from '../../fixtures/journal.js';

/** Watches a fresh run's journal in BUILD_RUN at revision 4; what it reported is in `seen`. */
function watching(more: Partial<Watched> = {}, journal: RunJournal = scriptedRun().journal) {
  const { tree, root: node } = scriptedRun().opened();
  const said: { reason: string | null } = { reason: null };
  const control = rootControl({ reason: () => said.reason, forced: () => false });
  const place = { snapshot: { state: 'BUILD_RUN', context: contextOf() }, seq: 4, deadline: null };
  const inbox = inboxOf(journal);
  const watch = watchForStop({
    tree: { ...tree, journal, inbox },
    node: { ...node, journal },
    ...{ place, control, timeoutMs: 10_000, abortable: true },
    ...more,
  });
  const seen: unknown[] = [];
  watch.stopped.then(
    (stop) => seen.push(stop),
    (error: Error) => seen.push(error.message),
  );
  return { journal, said, watch, seen, place };
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
    expect(english(seen)).toEqual([
      { kind: 'timeout', reason: 'BUILD_RUN took longer than 10 s', messages: [] },
    ]);
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
    expect(await answer).toEqual({ message: 1, choice: 'no', by: 'her', text: null });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(seen).toMatchObject([{ kind: 'timeout' }]);
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
    expect(seen).toMatchObject([{ kind: 'timeout' }]);
    watch.end();
  });

  it('reports an abort of this process, and one that another process wrote down', async () => {
    const mine = watching();
    mine.said.reason = 'ctrl-c';
    const theirs = watching();
    theirs.journal.tell(cancelled('window'));
    await vi.advanceTimersByTimeAsync(50);
    expect(mine.seen).toEqual([{ kind: 'abort', reason: 'ctrl-c', messages: [] }]);
    expect(theirs.seen).toEqual([{ kind: 'abort', reason: 'window', messages: [1] }]);
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
    const { journal, watch, place } = watching();
    journal.tell(timedOut(4, 'slow'));
    const [same, later] = [4, 5].map((seq) => watching({ place: { ...place, seq } }, journal).watch);
    expect(same?.atOnce).toEqual({ kind: 'timeout', reason: 'slow', messages: [1] });
    expect(later?.atOnce).toBeNull();
    for (const each of [watch, same, later]) each?.end();
  });

  it('says so when the store cannot be read any more', async () => {
    const { journal, watch } = watching();
    watch.end();
    let gone = false;
    const attempt = <T>(read: () => T): T => {
      if (gone) throw new Error('disk I/O error');
      return read();
    };
    const failing: RunJournal = {
      ...journal,
      messages: () => attempt(journal.messages),
      pending: () => attempt(journal.pending),
    };
    const later = watching({}, failing);
    gone = true;
    await vi.advanceTimersByTimeAsync(50);
    expect(later.seen).toEqual(['disk I/O error']);
    later.watch.end();
    expect(() => watching({}, failing)).toThrow('disk I/O error');
    expect(vi.getTimerCount()).toBe(0);
  });
});
