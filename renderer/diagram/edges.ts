import type { MachineDescription } from '../../shared/events.js';

/** All transitions between the same two states are one edge. */
export interface DiagramEdge {
  id: string;
  from: string;
  to: string;
  events: string[];
}

export interface DiagramGraph {
  states: string[];
  initial: string;
  /** States that can be reached from most others (abort, error recovery): their edges would hide everything else. */
  hubs: string[];
  /** Edges that are always drawn. */
  main: DiagramEdge[];
  /** Edges from and to hubs, drawn where they matter. */
  side: DiagramEdge[];
}

export const edgeId = (from: string, to: string): string => `${from} → ${to}`;

/** What is drawn of a machine. Nothing is known here of any particular one. */
export function graphOf(machine: MachineDescription): DiagramGraph {
  const edges = collapse(machine);
  const hubs = hubsOf(machine, edges);
  const touchesHub = (edge: DiagramEdge): boolean => hubs.includes(edge.from) || hubs.includes(edge.to);
  return {
    states: machine.states.map((state) => state.name),
    initial: machine.initial,
    hubs,
    main: edges.filter((edge) => !touchesHub(edge)),
    side: edges.filter(touchesHub),
  };
}

function collapse(machine: MachineDescription): DiagramEdge[] {
  const edges = new Map<string, DiagramEdge>();
  for (const { from, to, event, guard } of machine.transitions) {
    const id = edgeId(from, to);
    const edge = edges.get(id) ?? { id, from, to, events: [] };
    edge.events.push(guard ? `${event} [${guard}]` : event);
    edges.set(id, edge);
  }
  return [...edges.values()];
}

/** Reached from more than half of the other states that lead anywhere. */
function hubsOf(machine: MachineDescription, edges: readonly DiagramEdge[]): string[] {
  const sources = new Set(edges.map((edge) => edge.from));
  const reachedFrom = (state: string): number =>
    edges.filter((edge) => edge.to === state && edge.from !== state).length;
  return machine.states
    .map((state) => state.name)
    .filter((state) => state !== machine.initial)
    .filter((state) => reachedFrom(state) > Math.max(2, (sources.size - 1) / 2));
}
