import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrives } from '../../../electron/ipc/drives.js';
import { createViewStore, type ViewStore } from '../../../electron/ipc/view-store.js';
import { type RunView, type View, ViewSchema } from '../../../shared/views.js';
import { details, nodeDetails, scriptedCore, transition } from '../../fixtures/ipc/scripted-core.js';

const MAIN_OF_R1 = { run: 'r1', node: 'main', machine: 'm' };

describe('the view store', () => {
  let pushed: View[];
  let core: ReturnType<typeof scriptedCore>;
  let store: ViewStore;
  /** As they travel: the run's trace only once. */
  let sent: View[];
  let held: RunView | undefined;
  const last = <T extends View['topic']>(topic: T) =>
    pushed.filter((view): view is Extract<View, { topic: T }> => view.topic === topic).at(-1);

  /** Puts the appended rows behind those that are there, as the window does. */
  function whole(view: View): View {
    if (view.topic === 'run-delta') {
      const { appended, base_revision, ...rest } = view;
      expect(held?.revision).toBe(base_revision);
      held = { ...rest, topic: 'run', trace: [...(held?.trace ?? []), ...appended] };
      return held;
    }
    if (view.topic === 'run') held = view;
    return view;
  }

  beforeEach(() => {
    vi.useFakeTimers();
    pushed = [];
    sent = [];
    core = scriptedCore();
    store = createViewStore(core, (view) => {
      sent.push(view);
      pushed.push(whole(view));
    });
  });
  afterEach(() => {
    store.close();
    vi.useRealTimers();
  });

  const progress = (step: string, state = 'A') =>
    store.accept({ type: 'progress', ...MAIN_OF_R1, state, step, at: '2026-01-01T00:00:00.000Z' });
  const print = (text: string) =>
    store.accept({ type: 'console', ...MAIN_OF_R1, text, at: '2026-01-01T00:00:00.000Z' });

  it('pushes the run and its console as soon as it is watched', () => {
    core.journal.set(
      'r1',
      details('r1', {
        nodes: [nodeDetails({}, { console: 'hello\n' })],
        trace: [transition(1, 'A', 'B')],
      }),
    );
    expect(store.watch('r1')).toEqual({ ok: true, value: undefined });
    expect(last('run')).toMatchObject({ run: 'r1', resumable: true });
    expect(last('tree')?.nodes).toMatchObject([
      { path: 'main', state: 'A', edges: [{ from: 'A', to: 'B', count: 1 }] },
    ]);
    expect(last('console')).toMatchObject({ node: 'main', text: 'hello\n', cut: false });
  });

  it('says which run is unknown, and pushes nothing', () => {
    expect(store.watch('nope')).toMatchObject({ ok: false, error: { code: 'RUN_NOT_FOUND' } });
    expect(pushed).toEqual([]);
  });

  it('makes one push of a burst of events', () => {
    core.journal.set('r1', details('r1'));
    store.watch('r1');
    pushed.length = 0;
    for (let line = 0; line < 100; line += 1) print(`line ${line}\n`);
    vi.advanceTimersByTime(50);
    expect(pushed.map((view) => view.topic)).toEqual(['console']);
    expect(last('console')?.text).toContain('line 99');
  });

  it('takes what is in the journal from the journal when a transition is told', () => {
    core.journal.set('r1', details('r1'));
    store.watch('r1');
    const trace = [transition(1, 'A', 'B'), transition(2, 'B', 'A'), transition(3, 'A', 'B')];
    core.journal.set('r1', details('r1', { trace, nodes: [nodeDetails({}, { patch: 'diff' })] }));
    store.accept(transition(3, 'A', 'B'));
    vi.advanceTimersByTime(50);
    expect(last('run')?.trace).toHaveLength(3);
    expect(last('tree')?.nodes).toMatchObject([
      {
        panels: { patch: 'diff' },
        edges: [
          { from: 'A', to: 'B', count: 2 },
          { from: 'B', to: 'A', count: 1 },
        ],
      },
    ]);
  });

  it('sends and reads of a trace only what is new, and all of it to who asks again', () => {
    const trace = [transition(1, 'A', 'B'), transition(2, 'B', 'A')];
    core.journal.set('r1', details('r1', { trace }));
    store.watch('r1');
    const read = vi.spyOn(core, 'details');
    core.journal.set('r1', details('r1', { trace: [...trace, transition(3, 'A', 'B')] }));
    store.accept(transition(3, 'A', 'B'));
    vi.advanceTimersByTime(50);
    expect(read).toHaveBeenCalledExactlyOnceWith('r1', 2);
    const [first, second] = sent.filter(({ topic }) => topic === 'run' || topic === 'run-delta');
    expect(first).toMatchObject({ topic: 'run', trace });
    expect(second).toMatchObject({
      topic: 'run-delta',
      base_revision: first?.revision,
      appended: [transition(3, 'A', 'B')],
    });
    expect(ViewSchema.parse(second)).toEqual(second);
    store.watch('r1');
    expect(sent.slice(-3)).toMatchObject([
      { topic: 'tree' },
      { topic: 'run', trace: { length: 3 } },
      { topic: 'console' },
    ]);
  });

  it('shows the steps of the current state only', () => {
    core.journal.set('r1', details('r1'));
    store.watch('r1');
    progress('OLD', 'Z');
    progress('FIRST');
    progress('SECOND');
    progress('FIRST');
    vi.advanceTimersByTime(50);
    expect(last('run')?.progress.map(({ step }) => step)).toEqual(['SECOND', 'FIRST']);
  });

  it('sees what another process does to the shown run', () => {
    core.journal.set('r1', details('r1', { owner: 'other' }));
    store.watch('r1');
    expect(last('run')).toMatchObject({ owner: 'other', resumable: false });
    core.journal.set('r1', details('r1', { owner: 'nobody', trace: [transition(1, 'A', 'B')] }));
    vi.advanceTimersByTime(1000);
    expect(last('run')).toMatchObject({ owner: 'nobody', resumable: true });
    expect(last('run')?.trace).toHaveLength(1);
  });

  it('pushes nothing while nothing changes, and nothing of a run that is not watched', () => {
    core.journal.set('r1', details('r1'));
    store.watch('r1');
    vi.advanceTimersByTime(3000);
    pushed.length = 0;
    vi.advanceTimersByTime(10_000);
    expect(pushed).toEqual([]);
    core.journal.set('r2', details('r2'));
    store.watch('r2');
    pushed.length = 0;
    print('unseen\n');
    core.journal.set('r1', details('r1', { trace: [transition(1, 'A', 'B')] }));
    store.accept(transition(1, 'A', 'B'));
    vi.advanceTimersByTime(50);
    expect(pushed).toEqual([]);
  });

  it('does not read a journal again that was not written to', () => {
    core.journal.set('r1', details('r1'));
    store.watch('r1');
    const read = vi.spyOn(core, 'details');
    vi.advanceTimersByTime(10_000);
    expect(read).not.toHaveBeenCalled();
    core.journal.set('r1', details('r1', { trace: [transition(1, 'A', 'B')] }));
    vi.advanceTimersByTime(1000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(last('run')?.trace).toHaveLength(1);
  });

  it('goes on with a long list until all of it is read', () => {
    const runs = vi.spyOn(core, 'runs');
    const more = { interrupted: false, repository: null, nodes: 1, parent: null, waits_on: null };
    const summary = { ...details('r1').summary, ...more };
    const rest = { verdicts: new Map(), waiting: new Map(), quarantined: [] };
    runs.mockReturnValueOnce({ runs: [], ...rest, unread: 1 });
    runs.mockReturnValue({ runs: [summary], ...rest, unread: 0 });
    expect(store.runs().runs).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(last('runs')?.runs).toMatchObject([{ run: 'r1' }]);
    expect(runs).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(500);
    expect(runs).toHaveBeenCalledTimes(2);
  });

  it('gives every push a greater revision', () => {
    core.journal.set('r1', details('r1'));
    store.watch('r1');
    print('a\n');
    vi.advanceTimersByTime(3000);
    const revisions = pushed.map((view) => view.revision);
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
  });

  it('pushes of a run beside the shown one its nodes only', () => {
    core.journal.set('r1', details('r1'));
    core.journal.set('r2', details('r2'));
    store.watch('r1', ['r2', 'gone']);
    expect(pushed.map((view) => `${view.topic} ${view.topic === 'runs' ? '' : view.run}`)).toEqual([
      'tree r1',
      'run r1',
      'console r1',
      'tree r2',
    ]);
    pushed.length = 0;
    core.journal.set('r2', details('r2', { nodes: [nodeDetails({ state: 'B' })] }));
    vi.advanceTimersByTime(1000);
    expect(pushed).toMatchObject([{ topic: 'tree', run: 'r2', nodes: [{ state: 'B' }] }]);
  });

  it('does not push the nodes again for a step, nor loses the step of another node', () => {
    const child = { path: 'main.1.step0', parent: 'main', state: 'WORK' };
    core.journal.set('r1', details('r1', { nodes: [nodeDetails(), nodeDetails(child)] }));
    store.watch('r1');
    pushed.length = 0;
    const of = { run: 'r1', node: child.path, machine: 'step', at: '2026-01-01T00:00:00.000Z' };
    store.accept({ type: 'progress', ...of, state: 'WORK', step: 'WRITE' });
    store.accept({ type: 'console', ...of, text: 'of the child' });
    progress('FIRST');
    vi.advanceTimersByTime(50);
    expect(pushed.map(({ topic }) => topic)).toEqual(['run', 'console']);
    expect(last('run')?.progress.map(({ node, step }) => [node, step])).toEqual([
      [child.path, 'WRITE'],
      ['main', 'FIRST'],
    ]);
    expect(last('console')).toMatchObject({ node: child.path, text: 'of the child' });
  });

  it('keeps the end of a console that prints without end, from a whole line on', () => {
    core.journal.set('r1', details('r1'));
    store.watch('r1');
    const line = `${'x'.repeat(99)}\n`;
    for (let at = 0; at < 40; at += 1) print(line.repeat(100));
    vi.advanceTimersByTime(50);
    const view = last('console');
    expect(view?.cut).toBe(true);
    expect(view?.text.length).toBeLessThanOrEqual(256 * 1024);
    expect(view?.text.startsWith('x'.repeat(99))).toBe(true);
  });

  it('names a case that only the baseline reported as missing', () => {
    const passed = { name: 'a', status: 'pass' as const };
    const gone = { name: 'b', status: 'fail' as const };
    core.journal.set(
      'r1',
      details('r1', {
        nodes: [nodeDetails({}, { cases: [passed], baseline: [{ ...passed, status: 'fail' }, gone] })],
      }),
    );
    store.watch('r1');
    expect(last('tree')?.nodes[0]?.panels.cases).toEqual([
      { name: 'a', status: 'pass', baseline: 'fail' },
      { name: 'b', status: 'missing', baseline: 'fail' },
    ]);
  });

  describe('with runs that this window drives', () => {
    const start = async (pace: 'full' | 'step') => {
      const drives = createDrives(core, store);
      await drives.start({ asked: { machine: 'm' }, approvals: 'ask' }, pace);
      store.watch('r1');
      return drives;
    };

    it('marks the run as ours until it ends', async () => {
      await start('full');
      expect(last('run')).toMatchObject({ owner: 'us', resumable: false });
      expect(last('runs')?.started).toBe('r1');
      core.end({ kind: 'broken', problem: { code: 'DISK_FULL', message: 'full' } });
      await vi.advanceTimersByTimeAsync(50);
      expect(last('run')).toMatchObject({ owner: 'nobody', resumable: true, problem: { code: 'DISK_FULL' } });
    });

    it('holds a stepped run at each transition until the next step', async () => {
      const drives = await start('step');
      let reached = false;
      void core.driven?.pace?.(transition(1, 'A', 'B')).then(() => {
        reached = true;
      });
      await vi.advanceTimersByTimeAsync(50);
      expect(last('run')?.paused).toBe(true);
      expect(reached).toBe(false);
      drives.nextStep('r1');
      await vi.advanceTimersByTimeAsync(50);
      expect(reached).toBe(true);
      expect(last('run')?.paused).toBe(false);
    });

    it('lets a held run go when it is to abort, and never holds it again', async () => {
      const drives = await start('step');
      const held = core.driven?.pace?.(transition(1, 'A', 'B'));
      expect(drives.abort('r1', false)).toEqual({ ok: true, value: undefined });
      await held;
      await core.driven?.pace?.(transition(2, 'B', 'C'));
      await vi.advanceTimersByTimeAsync(50);
      expect(core.asked).toEqual(['abort aborted in the window']);
      expect(last('run')?.abortRequested).toBe(true);
    });

    it('asks once however often an abort is asked for, and forces only where that is asked', async () => {
      const drives = await start('full');
      drives.abort('r1', false);
      drives.abort('r1', false);
      expect(core.asked).toEqual(['abort aborted in the window']);
      drives.abort('r1', true);
      expect(core.asked).toHaveLength(2);
    });

    it('forces nothing that was not asked to stop before', async () => {
      const drives = await start('full');
      drives.abort('r1', true);
      expect(core.asked).toEqual(['abort aborted in the window']);
    });

    it('asks for the abort of a run that another process drives', () => {
      core.journal.set('r2', details('r2', { owner: 'other' }));
      createDrives(core, store).abort('r2', false);
      expect(core.asked).toEqual(['request abort r2']);
    });

    it('has no next step for a run that it does not drive', () => {
      expect(createDrives(core, store).nextStep('r2')).toMatchObject({
        ok: false,
        error: { code: 'RUN_NOT_FOUND' },
      });
    });
  });
});
