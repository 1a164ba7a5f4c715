import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compile } from '../../../electron/machine/compile.js';
import { defineMachine } from '../../../electron/machine/define.js';
import { step } from '../../../electron/machine/step.js';

interface Context {
  seen: number[];
  nested: { limit: number };
}
type Event =
  | { type: 'go'; at: number; reason: string; evidence: string[] }
  | { type: 'stop'; at: number; reason: string; evidence: string[] };

const states = { OFF: 'idle', ON: 'working', DONE: 'terminal' } as const;
const guards = { early: (ctx: Context, e: Event) => e.at < ctx.nested.limit };
const reducers = { see: (ctx: Context, e: Event) => ({ ...ctx, seen: [...ctx.seen, e.at] }) };
const machine = compile(
  defineMachine<Context, keyof typeof states, Event, typeof guards, typeof reducers>({
    id: 'toy',
    version: 1,
    initial: 'OFF',
    states,
    rows: [
      { from: 'OFF', on: 'go', to: 'ON', when: 'early', do: 'see' },
      { from: 'ON', on: 'go', to: 'ON', when: 'early', do: 'see' },
      { from: 'ON', on: 'go', to: 'DONE' },
    ],
    guards,
    reducers,
    explain: (_to, _after, e) => e.reason,
    counters: () => ({ iteration_index: 1, retry_count: 0, retry_reason: null }),
    events: { abort: 'stop', timeout: 'stop', exception: 'stop' },
    context: z.custom<Context>(),
    ended: () => null,
  }),
);

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

const at = (state: keyof typeof states) => frozen({ state, context: { seen: [], nested: { limit: 10 } } });
const event = (type: Event['type'], time: number): Event =>
  frozen({ type, at: time, reason: 'r', evidence: [] });

describe('step', () => {
  it('returns the next snapshot and leaves its input alone', () => {
    const before = at('OFF');
    const taken = step(machine, before, event('go', 3));
    expect(taken).toMatchObject({ moved: true, snapshot: { state: 'ON', context: { seen: [3] } } });
    expect(before).toEqual({ state: 'OFF', context: { seen: [], nested: { limit: 10 } } });
  });

  it('gives the same answer to the same question, whatever was asked in between', () => {
    const first = step(machine, at('OFF'), event('go', 3));
    step(machine, at('ON'), event('go', 99));
    expect(step(machine, at('OFF'), event('go', 3))).toEqual(first);
  });

  it('tries rows in order and lets guards see no other time than the event has', () => {
    expect(step(machine, at('ON'), event('go', 9))).toMatchObject({ snapshot: { state: 'ON' } });
    expect(step(machine, at('ON'), event('go', 10))).toMatchObject({ snapshot: { state: 'DONE' } });
  });

  it('leaves the snapshot as it is where no guard holds', () => {
    const before = at('OFF');
    expect(step(machine, before, event('go', 10))).toEqual({ moved: false, snapshot: before });
  });

  it('leaves the snapshot as it is where the state does not know the event', () => {
    const before = at('OFF');
    expect(step(machine, before, event('stop', 1))).toEqual({ moved: false, snapshot: before });
  });
});
