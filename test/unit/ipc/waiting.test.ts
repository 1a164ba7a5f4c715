import { describe, expect, it } from 'vitest';
import type { Waits } from '../../../electron/core/run-views.js';
import { createAttention } from '../../../electron/ipc/attention.js';
import { OVERLAY_SIZE, overlayBitmap } from '../../../electron/ipc/overlay-icon.js';
import { waitingOf } from '../../../electron/ipc/waiting.js';
import { nextOf } from '../../../renderer/waiting/next-of.js';
import { speechIn } from '../../../shared/texts/speech.js';
import type { RunItem } from '../../../shared/views.js';
import { details } from '../../fixtures/ipc/scripted-core.js';

const SECRET = 'sk-12345';
const minute = (n: number): string => `2026-01-01T00:${String(n).padStart(2, '0')}:00.000Z`;

const item = (run: string, change: Partial<RunItem> = {}): RunItem => ({
  ...details(run).summary,
  goal: `goal of ${run} ${SECRET}`,
  verdict: null,
  interrupted: false,
  driven: false,
  nodes: 1,
  parent: null,
  ...change,
});
const gate = (run: string, at: number): Waits => ({
  type: 'gate',
  run,
  gate: '5.patch',
  scope: 'patch',
  question: `Apply ${SECRET}?`,
  subject: SECRET,
  binding: 'b',
  code: '00000000',
  risk: 0.42,
  reasons: [],
  answer: null,
  answered_by: null,
  at: minute(at),
});
const cut = (at: number): Waits => ({ type: 'interrupted', state: 'TEST_RUN', at: minute(at) });

describe('what waits for a person', () => {
  it('is one queue of all runs and of a flash: questions by age, then what was interrupted', () => {
    const queue = waitingOf(
      [item('r1'), item('r2', { driven: true }), item('r3'), item('r4'), item('r5')],
      new Map([
        ['r1', [gate('r1', 9), { ...gate('r1', 11), gate: 'main.3.step0.0.may' }]],
        ['r2', [gate('r2', 3)]],
        ['r3', [cut(1)]],
        ['r4', [cut(2)]],
      ]),
      { question: 'Flash nucleo with app.hex?', board: 'Nucleo', binding: 'f', at: minute(4) },
    );
    expect(queue.map(({ key }) => key)).toEqual([
      'r2 5.patch',
      'flash f',
      'r1 5.patch',
      'r1 main.3.step0.0.may',
      'r4 resume',
      'r3 resume',
    ]);
    expect(queue[0]).toMatchObject({ run: 'r2', scope: 'patch', risk: 0.42, since: minute(3) });
    expect(queue[1]).toMatchObject({ run: null, scope: 'flash', goal: 'Nucleo' });
    expect(queue[4]).toMatchObject({
      run: 'r4',
      scope: 'resume',
      question: expect.stringContaining('TEST_RUN'),
    });
  });

  it('leaves out a run that is only just being taken up', () => {
    expect(waitingOf([item('r1', { driven: true })], new Map([['r1', [cut(1)]]]), null)).toEqual([]);
  });

  it('is gone through round and round, and from the start where the last one has gone', () => {
    const [a, b] = waitingOf(
      [item('a'), item('b')],
      new Map([
        ['a', [gate('a', 1)]],
        ['b', [gate('b', 2)]],
      ]),
      null,
    );
    const items = [a, b].filter((one) => one !== undefined);
    expect(nextOf(items, null)).toBe(a);
    expect(nextOf(items, a?.key ?? null)).toBe(b);
    expect(nextOf(items, b?.key ?? null)).toBe(a);
    expect(nextOf(items, 'gone')).toBe(a);
    expect(nextOf([], null)).toBeNull();
  });
});

describe('the attention of a person', () => {
  function scene(focused = false) {
    const signals = { focused, counts: [] as string[], told: [] as string[], click: () => {} };
    const opened: string[] = [];
    const attention = createAttention(
      {
        isFocused: () => signals.focused,
        count: (waiting, told) => signals.counts.push(`${waiting}: ${told}`),
        notify: ({ title, body }, onClick) => {
          signals.told.push(`${title}: ${body}`);
          signals.click = onClick;
          return () => signals.told.push('taken back');
        },
      },
      (key) => opened.push(key),
    );
    const wait = (runs: string[], whole = true): void => {
      const waits = new Map(runs.map((run, at) => [run, [gate(run, at)]]));
      attention.update(
        waitingOf(
          runs.map((run) => item(run)),
          waits,
          null,
        ),
        whole,
      );
    };
    return { signals, opened, attention, wait };
  }

  it('is caught once for each question, by a notification that tells nothing of the repository', () => {
    const { signals, wait } = scene();
    wait([]);
    wait(['r1']);
    wait(['r1']);
    wait(['r1', 'r2']);
    expect(signals.told).toEqual([
      'Benchloop waits for you: May a patch be applied?\nr1',
      'Benchloop waits for you: May a patch be applied?\nr2',
    ]);
    expect(signals.told.join()).not.toContain(SECRET);
    expect(signals.counts).toEqual(['1: 1 waiting for you', '2: 2 waiting for you']);
  });

  it('is not called for what waited before the window opened, nor while the person looks at it', () => {
    const { signals, wait } = scene();
    wait(['r1'], false);
    wait(['r1', 'r2']);
    signals.focused = true;
    wait(['r1', 'r2', 'r3']);
    signals.focused = false;
    wait(['r1', 'r2', 'r3']);
    expect(signals.told).toEqual([]);
  });

  it('leads to the question on a click, and is let go when it is answered', () => {
    const { signals, opened, wait } = scene();
    wait([]);
    wait(['r1']);
    signals.click();
    expect(opened).toEqual(['r1 5.patch']);
    wait([]);
    expect(signals.told.at(-1)).toBe('taken back');
    expect(signals.counts.at(-1)).toBe('0: 0 waiting for you');
  });

  it('is caught in the language of the window', async () => {
    const { signals, attention, wait } = scene();
    attention.speak(await speechIn('zh-CN'));
    wait([]);
    wait(['r1']);
    expect(signals.told).toEqual(['Benchloop 等待您处理: 是否应用补丁？\nr1']);
  });
});

describe('the picture over the icon of the taskbar', () => {
  const row = (count: number, y: number): string => {
    const pixels = overlayBitmap(count);
    return Array.from({ length: OVERLAY_SIZE }, (_none, x) => {
      const [blue, , , alpha] = pixels.subarray(4 * (y * OVERLAY_SIZE + x));
      return alpha === 0 ? ' ' : blue === 255 ? '#' : '.';
    }).join('');
  };

  it('is a disc with the number', () => {
    expect(overlayBitmap(3)).toHaveLength(4 * OVERLAY_SIZE ** 2);
    expect(row(3, 0).trim()).toMatch(/^\.+$/);
    expect(row(3, 6)).toMatch(/\.#{12}\.{3}/);
    expect(row(12, 9)).toMatch(/\.#{6}\.+/);
    expect(overlayBitmap(12)).toEqual(overlayBitmap(99));
  });
});
