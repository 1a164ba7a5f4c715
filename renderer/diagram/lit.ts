import type { Edge, Node } from '@xyflow/react';
import type { MachineDescription } from '../../shared/events.js';
import type { RunView } from '../../shared/views.js';
import { shownState } from '../run/shown-state.js';
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

/** The states of a machine, with those lit that the run is in or was in. */
export function stateNodes(
  machine: MachineDescription,
  layout: Layout,
  run: RunView | null,
  filter: TraceFilter,
  tabStop: string,
): StateNode[] {
  const size = { width: layout.width, height: NODE_HEIGHT };
  const step = run?.progress.at(-1)?.step ?? null;
  const shown = run === null ? null : shownState(run.summary);
  return machine.states.map(({ name, kind }) => {
    const current = shown === name;
    const entered = run?.path.filter((edge) => edge.to === name) ?? [];
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
        ended: current && run?.summary.final_status !== null,
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
  run: RunView | null,
  filter: TraceFilter,
  pointed: string | null,
): TransitionEdge[] {
  const counts = new Map((run?.path ?? []).map((edge) => [edgeId(edge.from, edge.to), edge.count]));
  const shown = run === null ? null : shownState(run.summary);
  // That an end was reported is the last transition, and not what led to the end.
  const last = run?.trace.findLast(({ to }) => to === shown);
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
