import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { DiagramEdge, DiagramGraph } from './edges.js';

/** Size of a state in CSS pixels; the style sheet has the same numbers. */
export const NODE = { width: 158, height: 28 } as const;
/** Between the layered part and the column of hubs. */
const HUB_GAP = 44;

export interface Point {
  x: number;
  y: number;
}

/** Where everything is, in CSS pixels from the top left. */
export interface Layout {
  states: ReadonlyMap<string, Point>;
  /** Corners of each edge, its ends included. */
  routes: ReadonlyMap<string, Point[]>;
}

/** Lays a graph out; ELK's own engine, or another in tests. */
export type LayoutEngine = (graph: ElkNode) => Promise<ElkNode>;

/** ELK layered (eclipse.dev/elk/reference/algorithms/org-eclipse-elk-layered.html), top to bottom. */
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '20',
  'elk.layered.spacing.edgeNodeBetweenLayers': '8',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '7',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
};

/** States and main edges by layers, hubs in a column of their own at the right, where their edges go sideways. */
export async function layOut(graph: DiagramGraph, engine: LayoutEngine): Promise<Layout> {
  const placed = await engine(elkGraph(graph));
  const states = new Map(
    (placed.children ?? []).map((node) => [node.id, { x: node.x ?? 0, y: node.y ?? 0 }]),
  );
  const routes = new Map((placed.edges ?? []).map((edge) => [edge.id, cornersOf(edge)]));
  const right = Math.max(0, ...[...routes.values()].flat().map(({ x }) => x), ...rightEnds(states));
  placeHubs(graph, states, right + HUB_GAP);
  for (const edge of graph.side) routes.set(edge.id, sideRoute(edge, states));
  return { states, routes };
}

function elkGraph({ states, initial, hubs, main }: DiagramGraph): ElkNode {
  const layer = (id: string): LayoutOptions =>
    id === initial ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {};
  return {
    id: 'machine',
    layoutOptions: OPTIONS,
    children: states
      .filter((id) => !hubs.includes(id))
      .map((id) => ({ id, ...NODE, layoutOptions: layer(id) })),
    edges: main.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] })),
  };
}

const rightEnds = (states: ReadonlyMap<string, Point>): number[] =>
  [...states.values()].map(({ x }) => x + NODE.width);

function cornersOf(edge: ElkExtendedEdge): Point[] {
  return (edge.sections ?? []).flatMap((section) => [
    section.startPoint,
    ...(section.bendPoints ?? []),
    section.endPoint,
  ]);
}

/** Each hub at the height of the middle of those it leads to, or of all states, and none over another. */
function placeHubs(graph: DiagramGraph, states: Map<string, Point>, x: number): void {
  const all = [...states.values()].map(({ y }) => y);
  const wanted = graph.hubs.map((hub) => {
    const targets = graph.side
      .filter((edge) => edge.from === hub)
      .flatMap((edge) => states.get(edge.to)?.y ?? []);
    return { hub, y: middle(targets.length > 1 ? targets : all) };
  });
  let free = 0;
  for (const { hub, y } of wanted.sort((a, b) => a.y - b.y)) {
    const place = Math.max(free, y);
    states.set(hub, { x, y: place });
    free = place + 3 * NODE.height;
  }
}

const middle = (values: readonly number[]): number =>
  values.length === 0 ? 0 : (Math.min(...values) + Math.max(...values)) / 2;

/** Sideways, from the facing side of one to that of the other; what comes back runs a little lower. */
function sideRoute({ from, to }: DiagramEdge, states: ReadonlyMap<string, Point>): Point[] {
  const start = states.get(from);
  const end = states.get(to);
  if (!start || !end) return [];
  const rightwards = end.x > start.x;
  const y = NODE.height / 2 + (rightwards ? -5 : 5);
  const out = { x: start.x + (rightwards || start.x === end.x ? NODE.width : 0), y: start.y + y };
  const into = { x: end.x + (rightwards ? 0 : NODE.width), y: end.y + y };
  return [out, into];
}
