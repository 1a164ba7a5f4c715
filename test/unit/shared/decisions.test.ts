import { describe, expect, it } from 'vitest';
import { byEnvelope, byStored, decisionsOf, decisionsText } from '../../../shared/decisions.js';
import { inEnglish } from '../../../shared/texts/words.js';

const gate = (id: string, scope: string, by: string | null) => ({
  ...{ gate: id, scope, answer: by === null ? null : 'yes', answered_by: by },
});

describe('decisions', () => {
  it('are the answers that a person gave, by scope and channel', () => {
    const gates = [
      gate('main.1.build', 'build', 'terminal'),
      gate('main.2.flash', 'flash', 'window'),
      gate('main.9.q', 'question', 'terminal'),
    ];
    expect(decisionsOf(gates, [])).toEqual({
      count: 3,
      by_scope: { build: 1, flash: 1, question: 1 },
      by_channel: { terminal: 2, window: 1 },
      unasked: { policy: 0, stored: 0, envelope: 0 },
    });
  });

  it('are none where something else answered, or nobody did', () => {
    const gates = [
      gate('a', 'build', 'approval policy'),
      gate('b', 'build', byStored('2026-01-02')),
      gate('c', 'flash', byEnvelope('terminal', 'main.2.flash')),
      gate('d', 'publish', null),
    ];
    expect(decisionsOf(gates, [])).toMatchObject({
      count: 0,
      unasked: { policy: 1, stored: 1, envelope: 1 },
    });
  });

  it('count an answer to a question that changed and was put again, and no answer twice', () => {
    const gates = [
      gate('a', 'flash', 'terminal'),
      gate('b', 'build', null),
      gate('c', 'exec', 'approval policy'),
    ];
    const answers = [
      { gate: 'c', by: 'approval policy' },
      { gate: 'a', by: 'window' },
      { gate: 'a', by: 'terminal' },
      { gate: 'b', by: 'terminal' },
    ];
    expect(decisionsOf(gates, answers)).toMatchObject({
      count: 3,
      by_scope: { flash: 2, build: 1 },
      by_channel: { terminal: 2, window: 1 },
      unasked: { policy: 1 },
    });
  });

  it('are said in one line', () => {
    const gates = [gate('a', 'build', 'terminal'), gate('b', 'publish', 'terminal')];
    const more = [...gates, gate('c', 'flash', byEnvelope('terminal', 'x'))];
    expect(inEnglish(decisionsText(decisionsOf(more, [])))).toBe(
      '2 by a person (build 1, publish 1; terminal 2), 1 by an earlier yes of this run',
    );
    expect(inEnglish(decisionsText(decisionsOf([], [])))).toBe('no answer by a person');
  });
});
