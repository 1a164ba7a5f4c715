import { describe, expect, it } from 'vitest';
import { countFigures } from '../../../bench/repair/figures.js';
import { RecordSchema } from '../../../bench/repair/record.js';
import { endOf, judgedByPerson, observationsOf, replayed } from '../../../bench/repair/replay.js';

const nobody = judgedByPerson([]);

const choice = (patch: string, found_ms: number) => ({
  ...{ patch, found_ms, what: 'w', kind: 'k', place: { file: 'a.c', line: 1, function: null }, flags: [] },
  ...{ common: 1, score: 1, executing: null, same: [], difference: null },
  ...{ class: 1, status: 'open', confidence: null },
});

const candidate = (heldOut: string, found_ms: number) => ({
  ...choice(`patch ${heldOut}`, found_ms),
  judged: { built: true, truth: /^1+$/.test(heldOut) ? 'right' : 'wrong', heldOut },
});

const recorded = (candidates: readonly object[], more: object = {}) =>
  RecordSchema.parse({
    set: 'codeflaws',
    case: '1-A-bug-2-3',
    project: '1-A',
    seconds: 120,
    took: 1,
    report: null,
    heldOut: ['a', 'b', 'c', 'd'],
    unpatched: '0000',
    candidates,
    ...more,
  });

describe('a replayed case', () => {
  it('has no candidate that was found after the time', () => {
    const record = recorded([candidate('1111', 61_000), candidate('0111', 59_000)]);
    expect(replayed(record, { seconds: 60, heldOut: 0 }, nobody)?.right).toEqual([false]);
    expect(replayed(record, { seconds: 120, heldOut: 0 }, nobody)?.right).toEqual([true, false]);
  });

  it('shows a run no held-out example that judges it, and judges by none that it is shown', () => {
    // One fails: shown, it rejects the patch; otherwise it judges it.
    for (const bits of ['0111', '1011', '1101', '1110']) {
      const one = replayed(recorded([candidate(bits, 0)]), { seconds: 60, heldOut: 2 }, nobody);
      const rejected = one?.seen.candidates[0]?.heldOut.includes(false);
      expect(one?.right).toEqual([rejected]);
      expect(one?.seen.unpatched).toEqual([false, false]);
    }
  });

  it('takes an example that was not run as failed', () =>
    expect(replayed(recorded([candidate('1?11', 0)]), { seconds: 60, heldOut: 0 }, nobody)?.right).toEqual([
      false,
    ]));

  it('is left out where nothing would be left to judge it', () => {
    expect(replayed(recorded([]), { seconds: 60, heldOut: 4 }, nobody)).toBeNull();
    expect(replayed(recorded([]), { seconds: 60, heldOut: 0 }, nobody)).not.toBeNull();
  });

  it('of a historical bug is judged by a person where nothing else tells', () => {
    const judged = { built: true, truth: 'person' };
    const record = recorded(
      [
        { ...choice('a\n', 0), judged },
        { ...choice('b', 0), judged },
      ],
      { set: 'history', heldOut: [] },
    );
    const said = judgedByPerson([{ case: record.case, patch: 'a', right: true }]);
    expect(replayed(record, { seconds: 60, heldOut: 0 }, said)?.right).toEqual([true, null]);
  });
});

describe('a decision', () => {
  const decide = (candidates: readonly object[], threshold: number) => {
    const one = replayed(recorded(candidates), { seconds: 120, heldOut: 2 }, nobody);
    if (one === null) throw new Error('not replayed');
    const sure = countFigures(
      Array.from({ length: 30 }, (_, at) => ({
        case: String(at),
        project: 'other',
        bucket: 'all',
        right: true,
      })),
    );
    return endOf(one, new Map([['1-A', sure]]), threshold);
  };

  it('goes on with the next class where a held-out case fails', () =>
    expect(decide([candidate('0000', 0), candidate('1111', 0)], 0.8)).toMatchObject({
      end: 'SUCCESS',
      right: true,
    }));

  it('comes to nothing where held-out cases reject every class', () =>
    expect(decide([candidate('0000', 0), candidate('0001', 0)], 0.8).end).toBe('NONE'));

  it('is UNPROVEN below the threshold, with the first that passes', () =>
    expect(decide([candidate('1111', 0)], 0.999)).toMatchObject({ end: 'UNPROVEN', right: true }));

  it('counts what a run tries that believes nothing, without what is rejected', () => {
    const one = replayed(
      recorded([candidate('0000', 0), candidate('1111', 0), candidate('1111', 0)]),
      { seconds: 120, heldOut: 2 },
      nobody,
    );
    expect(observationsOf(one ? [one] : []).map(({ right }) => right)).toEqual([true, true]);
  });
});
