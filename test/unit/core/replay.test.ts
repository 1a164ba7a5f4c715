import { expect, it } from 'vitest';
import { type Cassette, replay } from '../../../electron/core/replay.js';
import { errand, errandKits } from '../../fixtures/errand.js';

const kits = errandKits({ written: [] });
const context = { ...{ deeds: [], dispatches: false, rest: 'write', patience: 1, teardown: 1 }, round: 1 };

/** One transition, with the reason that its event gave, and the one that was recorded. */
const tape = (given: string, recorded: string, to = 'STOPPED'): Cassette => ({
  ...{ benchloop: 'cassette', run: 'r-1', machine: errand.id, version: errand.version },
  initial_state: errand.initial,
  initial_context: { ...context, steps: [], heard: [], run: null, reason: '' },
  transitions: [{ seq: 1, from: 'ASK', to, reason: recorded, event: { type: 'stop', at: 1, reason: given } }],
});
const replayed = (cassette: Cassette) => replay(cassette, (id) => kits.get(id)?.machine ?? null);

it('a replay compares states and reason with what the table makes of the event', () => {
  expect(replayed(tape('enough', 'enough'))).toMatchObject({ ok: true, value: { transitions: 1 } });
  for (const other of [
    tape('enough', 'altered'),
    tape('altered', 'enough'),
    tape('enough', 'enough', 'DONE'),
  ])
    expect(replayed(other)).toMatchObject({ ok: false, error: { code: 'UNHANDLED_EXCEPTION' } });
});

it('a replay takes the reason in an event as it was recorded', () => {
  expect(replayed(tape('altered', 'altered'))).toMatchObject({ ok: true });
});
