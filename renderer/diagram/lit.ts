import type { Edge, Node } from '@xyflow/react';
import type { MachineDescription, Transition } from '../../shared/events.js';
import type { NodeView } from '../../shared/views.js';
import type { TraceFilter } from '../trace/filter.js';
import { type DiagramGraph, edgeId } from './edges.js';
import { type Layout, NODE_HEIGHT, type Point } from './layout.js';

export type StateNode = Node<
  {
    kind: MachineDescription['states'][number]['kind'];
    current: boolean;
    /** The run has ended here. */
    ended: boolean;
    visits: number;
    selected: boolean;
    step: string | null;
    /** The one state that the tab key reaches. */
    tabStop: boolean;
  },
  'state'
>;

export type TransitionEdge = Edge<
  { points: Point[]; events: string[]; count: number; last: boolean; selected: boolean; faint: boolean },
  'transition'
>;

/** What lights the diagram of a node. */
export interface Light {
  node: NodeView;
  /** Of the node. */
  trace: readonly Transition[];
  /** Within its state. */
  step: string | null;
}

/** The states of a machine, with those lit that the node is in or was in. */
export function stateNodes(
  machine: MachineDescription,
  layout: Layout,
  light: Light | null,
  filter: TraceFilter,
  tabStop: string,
): StateNode[] {
  const size = { width: layout.width, height: NODE_HEIGHT };
  const { node, step } = light ?? { node: null, step: null };
  return machine.states.map(({ name, kind }) => {
    const current = node?.state === name;
    const entered = node?.edges.filter((edge) => edge.to === name) ?? [];
    return {
      id: name,
      type: 'state',
      position: layout.states[name] ?? { x: 0, y: 0 },
      ...size,
      // Known beforehand: nothing has to be drawn to be measured.
      measured: size,
      data: {
        kind,
        current,
        ended: current && node.ending !== null,
        visits: entered.reduce((sum, edge) => sum + edge.count, 0),
        selected: filter !== null && 'state' in filter && filter.state === name,
        step: current ? step : null,
        tabStop: name === tabStop,
      },
    };
  });
}

/** Main edges always, those from and to hubs where they were taken or where the person points. */
export function transitionEdges(
  graph: DiagramGraph,
  layout: Layout,
  light: Light | null,
  filter: TraceFilter,
  pointed: string | null,
): TransitionEdge[] {
  const counts = new Map((light?.node.edges ?? []).map((edge) => [edgeId(edge.from, edge.to), edge.count]));
  // That an end was reported is the last transition, and not what led to the end.
  const last = light?.trace.findLast(({ to }) => to === light.node.state);
  const lastId = last && edgeId(last.from, last.to);
  const chosen = filter !== null && 'from' in filter ? edgeId(filter.from, filter.to) : null;
  const side = graph.side.filter(
    ({ id, from, to }) => counts.has(id) || id === chosen || from === pointed || to === pointed,
  );
  return [...graph.main, ...side].map((edge) => ({
    id: edge.id,
    type: 'transition',
    source: edge.from,
    target: edge.to,
    ariaLabel: `${edge.from} → ${edge.to}`,
    zIndex: counts.has(edge.id) ? 1 : 0,
    data: {
      points: layout.routes[edge.id] ?? [],
      events: edge.events,
      count: counts.get(edge.id) ?? 0,
      last: edge.id === lastId,
      selected: edge.id === chosen,
      faint: !counts.has(edge.id),
    },
  }));
}
