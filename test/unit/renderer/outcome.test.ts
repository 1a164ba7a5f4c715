import { describe, expect, it } from 'vitest';
import { treeView } from '../../../electron/ipc/run-view.js';
import { describeMachine } from '../../../electron/machine/describe.js';
import { firmwareLoop } from '../../../electron/machine/firmware-loop/table.js';
import { graphOf } from '../../../renderer/diagram/edges.js';
import { type Light, stateNodes, transitionEdges } from '../../../renderer/diagram/lit.js';
import { details, nodeDetails, transition } from '../../fixtures/ipc/scripted-core.js';

const machine = describeMachine(firmwareLoop);
const layout = { width: 100, height: 100, states: {}, routes: {} };

function lightOf(end: string | null): Light {
  const trace = [
    transition(1, 'IDLE', 'INIT'),
    ...(end === null ? [] : [transition(2, 'INIT', end), transition(3, end, 'IDLE')]),
  ];
  const ending = end === null ? null : { status: end, verdict: null, reason: 'r', exit: 1 as const };
  const known = nodeDetails(
    end === null ? { state: 'INIT' } : { state: 'IDLE', kind: 'idle', ending, machine: 'firmware-loop' },
  );
  const [node] = treeView(details('r1', { trace, nodes: [known] })).nodes;
  if (!node) throw new Error('no node');
  return { node, trace, step: null };
}

describe('where a node stands', () => {
  it.each(['SUCCESS', 'FAILURE', 'ABORTED'])('is marked in the diagram as %s, not as IDLE', (end) => {
    const nodes = stateNodes(machine, layout, lightOf(end), null, 'IDLE');
    expect(nodes.filter(({ data }) => data.current).map(({ id }) => id)).toEqual([end]);
    expect(nodes.filter(({ data }) => data.ended).map(({ id }) => id)).toEqual([end]);
  });

  it('is no end while it goes on', () => {
    const nodes = stateNodes(machine, layout, lightOf(null), null, 'IDLE');
    expect(nodes.filter(({ data }) => data.current).map(({ id }) => id)).toEqual(['INIT']);
    expect(nodes.some(({ data }) => data.ended)).toBe(false);
    expect(stateNodes(machine, layout, null, null, 'IDLE').some(({ data }) => data.ended)).toBe(false);
  });

  it('lights the transition that led to the end last', () => {
    const light = lightOf('ABORTED');
    const edges = transitionEdges(graphOf(machine), layout, light, null, null);
    expect(edges.filter(({ data }) => data?.last).map(({ id }) => id)).toEqual(['INIT → ABORTED']);
    expect(light.node.edges).toHaveLength(3);
  });
});
