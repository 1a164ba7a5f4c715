import { describe, expect, it } from 'vitest';
import { describeMachine } from '../../../electron/machine/describe.js';
import { firmwareLoop } from '../../../electron/machine/firmware-loop/table.js';
import { graphOf } from '../../../renderer/diagram/edges.js';
import { elkEngine } from '../../../renderer/diagram/elk.js';
import { layOut, NODE_HEIGHT } from '../../../renderer/diagram/layout.js';
import { labelPoint, pathOf } from '../../../renderer/diagram/path.js';
import type { MachineDescription } from '../../../shared/events.js';

const machineOf = (edges: readonly (readonly [string, string])[]): MachineDescription => {
  const names = [...new Set(edges.flat())];
  return {
    id: 'm',
    initial: names[0] ?? '',
    states: names.map((name) => ({ name, kind: 'working' })),
    transitions: edges.map(([from, to], at) => ({ from, event: `e${at}`, to })),
  };
};

const machines: [string, MachineDescription][] = [
  ['firmware-loop', describeMachine(firmwareLoop)],
  [
    'a chain',
    machineOf([
      ['A', 'B'],
      ['B', 'C'],
    ]),
  ],
  [
    'a loop on one state',
    machineOf([
      ['A', 'A'],
      ['A', 'B'],
    ]),
  ],
  [
    'two parts',
    machineOf([
      ['A', 'B'],
      ['C', 'D'],
    ]),
  ],
  [
    'a star',
    machineOf(
      ['B', 'C', 'D', 'E', 'F'].flatMap(
        (name) =>
          [
            ['A', name],
            [name, 'X'],
          ] as const,
      ),
    ),
  ],
];

describe('graphOf', () => {
  it('makes one edge of all transitions between the same two states', () => {
    const graph = graphOf({
      ...machineOf([['A', 'B']]),
      transitions: [
        { from: 'A', event: 'go', to: 'B' },
        { from: 'A', event: 'jump', guard: 'allowed', to: 'B' },
      ],
    });
    expect(graph.main).toEqual([{ id: 'A → B', from: 'A', to: 'B', events: ['go', 'jump [allowed]'] }]);
  });

  it('sets states aside that nearly all others lead to', () => {
    expect(graphOf(describeMachine(firmwareLoop)).hubs.sort()).toEqual(['ABORTED', 'ERROR_RECOVERY']);
    expect(
      graphOf(
        machineOf([
          ['A', 'B'],
          ['B', 'C'],
        ]),
      ).hubs,
    ).toEqual([]);
  });
});

describe('layOut', () => {
  it.each(machines)('places every state of %s, none over another', async (_name, machine) => {
    const { states, width } = await layOut(graphOf(machine), elkEngine);
    expect(Object.keys(states).sort()).toEqual(machine.states.map(({ name }) => name).sort());
    const places = Object.values(states);
    const overlaps = places.flatMap((a, at) =>
      places.slice(at + 1).filter((b) => Math.abs(a.x - b.x) < width && Math.abs(a.y - b.y) < NODE_HEIGHT),
    );
    expect(overlaps).toEqual([]);
  });

  it.each(machines)('gives every edge of %s a path and a place for its count', async (_name, machine) => {
    const graph = graphOf(machine);
    const { routes } = await layOut(graph, elkEngine);
    for (const { id } of [...graph.main, ...graph.side]) {
      const points = routes[id] ?? [];
      expect(pathOf(points)).toMatch(/^M [\d.-]+ [\d.-]+ /);
      expect(pathOf(points)).not.toContain('NaN');
      expect(labelPoint(points)).toEqual({ x: expect.any(Number), y: expect.any(Number) });
    }
  });

  it('is the same each time', async () => {
    const graph = graphOf(describeMachine(firmwareLoop));
    expect(await layOut(graph, elkEngine)).toEqual(await layOut(graph, elkEngine));
  });
});
