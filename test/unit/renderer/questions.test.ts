import { describe, expect, it } from 'vitest';
import { treeView } from '../../../electron/ipc/run-view.js';
import { questionOf, shownOf, waitingKey, waysOf } from '../../../renderer/gate/questions.js';
import type { Gate } from '../../../shared/events.js';
import { details, nodeDetails } from '../../fixtures/ipc/scripted-core.js';
import { gate as known } from '../../fixtures/journal.js';

const gate = (node: string, minute: number, more: Partial<Gate> = {}): Gate => ({
  ...{ ...known, gate: `${node}.0.may`, node, at: new Date(minute * 60_000).toISOString(), ...more },
});
const FIRST = gate('main.1.b', 1);
const SECOND = gate('main.1.a', 2);
const { nodes } = treeView(
  details('r', {
    nodes: [
      nodeDetails(),
      nodeDetails({ path: 'main.1.a', parent: 'main', waiting: SECOND }),
      nodeDetails({ path: 'main.1.b', parent: 'main', waiting: FIRST }),
    ],
  }),
);
const put = (later: Gate[] = [], opened: string | null = null) => {
  const asked = questionOf(nodes, later.map(shownOf), opened);
  return asked && `${asked.node.path} ${asked.place}/${asked.of}`;
};

describe('the questions of a run', () => {
  it('are put one after another, the oldest first, each with the node that asks', () => {
    expect(put()).toBe('main.1.b 1/2');
    expect(put([FIRST])).toBe('main.1.a 2/2');
    expect(put([FIRST, SECOND])).toBeNull();
    expect(questionOf([], [], null)).toBeNull();
  });

  it('begin with the one that the person was led to', () => {
    expect(put([], waitingKey(SECOND))).toBe('main.1.a 2/2');
    expect(put([SECOND], waitingKey(SECOND))).toBe('main.1.b 1/2');
    expect(put([], 'r resume')).toBe('main.1.b 1/2');
  });

  it('are put again where they are about something else by now', () => {
    expect(put([{ ...FIRST, binding: 'another' }])).toBe('main.1.b 1/2');
  });
});

describe('the ways to answer a question', () => {
  it('are yes and no where it names no others', () => {
    for (const choices of [undefined, ['yes', 'no']])
      expect(waysOf({ choices })).toEqual({ choices: null, words: 'none' });
  });

  it('are its own choices, with words beside them, or words alone', () => {
    expect(waysOf({ choices: ['switch', 'keep'] })).toEqual({
      choices: ['switch', 'keep'],
      words: 'optional',
    });
    expect(waysOf({ choices: ['yes'] })).toEqual({ choices: ['yes'], words: 'optional' });
    expect(waysOf({ choices: [] })).toEqual({ choices: [], words: 'needed' });
  });
});
