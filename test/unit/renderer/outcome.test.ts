import { describe, expect, it } from 'vitest';
import { newLive } from '../../../electron/ipc/live.js';
import { countEdges, runView } from '../../../electron/ipc/run-view.js';
import { describeMachine } from '../../../electron/machine/describe.js';
import { firmwareLoop } from '../../../electron/machine/firmware-loop/table.js';
import { graphOf } from '../../../renderer/diagram/edges.js';
import { stateNodes, transitionEdges } from '../../../renderer/diagram/lit.js';
import { shownState } from '../../../renderer/run/shown-state.js';
import type { RunView } from '../../../shared/views.js';
import { details, transition } from '../../fixtures/ipc/scripted-core.js';

const machine = describeMachine(firmwareLoop);
const layout = { width: 100, height: 100, states: {}, routes: {} };
const trace = [
  transition(1, 'IDLE', 'INIT'),
  transition(2, 'INIT', 'ABORTED'),
  transition(3, 'ABORTED', 'IDLE'),
];

function viewOf(state: string, final_status: string | null): RunView {
  const known = details('r1', { trace });
  return runView({ ...known, summary: { ...known.summary, state, final_status } }, newLive(), 1);
}

describe('where a run stands', () => {
  it('is its state while it goes on, and its end afterwards', () => {
    expect(shownState({ state: 'INIT', final_status: null })).toBe('INIT');
    expect(shownState({ state: 'IDLE', final_status: 'SUCCESS' })).toBe('SUCCESS');
  });

  it.each(['SUCCESS', 'FAILURE', 'ABORTED'])('is marked in the diagram as %s, not as IDLE', (end) => {
    const nodes = stateNodes(machine, layout, viewOf('IDLE', end), null, 'IDLE');
    expect(nodes.filter(({ data }) => data.current).map(({ id }) => id)).toEqual([end]);
    expect(nodes.filter(({ data }) => data.ended).map(({ id }) => id)).toEqual([end]);
  });

  it('is no end while the run goes on', () => {
    const nodes = stateNodes(machine, layout, viewOf('INIT', null), null, 'IDLE');
    expect(nodes.filter(({ data }) => data.current).map(({ id }) => id)).toEqual(['INIT']);
    expect(nodes.some(({ data }) => data.ended)).toBe(false);
    expect(stateNodes(machine, layout, null, null, 'IDLE').some(({ data }) => data.ended)).toBe(false);
  });

  it('lights the transition that led to the end last', () => {
    const edges = transitionEdges(graphOf(machine), layout, viewOf('IDLE', 'ABORTED'), null, null);
    expect(edges.filter(({ data }) => data?.last).map(({ id }) => id)).toEqual(['INIT → ABORTED']);
    expect(countEdges(trace)).toHaveLength(3);
  });
});
