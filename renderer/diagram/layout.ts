import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { DiagramEdge, DiagramGraph } from './edges.js';

/** Height of a state in CSS pixels; the style sheet has the same number. */
export const NODE_HEIGHT = 28;
/** Of one character of the states' monospaced names, and beside the name. */
const CHARACTER = 7.2;
const BESIDE_NAME = 18;
/** Between the layered part and the column of hubs. */
const HUB_GAP = 44;

export interface Point {
  x: number;
  y: number;
}

/** Where everything is, in CSS pixels from the top left. */
export interface Layout {
  /** All states are as wide as the longest name needs. */
  width: number;
  states: Readonly<Record<string, Point>>;
  /** Corners of each edge, its ends included. */
  routes: Readonly<Record<string, Point[]>>;
}

/** Lays a graph out; ELK's own engine, or another in tests. */
export type LayoutEngine = (graph: ElkNode) => Promise<ElkNode>;

/** ELK layered (eclipse.dev/elk/reference/algorithms/org-eclipse-elk-layered.html), top to bottom. */
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
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
  const width = Math.max(...graph.states.map((name) => name.length)) * CHARACTER + BESIDE_NAME;
  const placed = await engine(elkGraph(graph, width));
  const states = new Map(
    (placed.children ?? []).map((node) => [node.id, { x: node.x ?? 0, y: node.y ?? 0 }]),
  );
  const routes = new Map((placed.edges ?? []).map((edge) => [edge.id, cornersOf(edge)]));
  const layered = { width, states, routes };
  placeHubs(graph, layered);
  for (const edge of graph.side) routes.set(edge.id, sideRoute(edge, layered));
  return { width, states: Object.fromEntries(states), routes: Object.fromEntries(routes) };
}

function elkGraph({ states, initial, hubs, main }: DiagramGraph, width: number): ElkNode {
  const layer = (id: string): LayoutOptions =>
    id === initial ? { 'elk.layered.layering.layerConstraint': 'FIRST' } : {};
  return {
    id: 'machine',
    layoutOptions: OPTIONS,
    children: states
      .filter((id) => !hubs.includes(id))
      .map((id) => ({ id, width, height: NODE_HEIGHT, layoutOptions: layer(id) })),
    edges: main.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] })),
  };
}

function cornersOf(edge: ElkExtendedEdge): Point[] {
  return (edge.sections ?? []).flatMap((section) => [
    section.startPoint,
    ...(section.bendPoints ?? []),
    section.endPoint,
  ]);
}

interface Layered {
  width: number;
  states: Map<string, Point>;
  routes: ReadonlyMap<string, Point[]>;
}

/** Each hub at the height of the middle of those it leads to, or of all states, right of what is there. */
function placeHubs(graph: DiagramGraph, layered: Layered): void {
  const { states } = layered;
  const all = [...states.values()].map(({ y }) => y);
  const wanted = graph.hubs.map((hub) => {
    const targets = graph.side.flatMap((edge) => (edge.from === hub ? (states.get(edge.to)?.y ?? []) : []));
    return { hub, y: middle(targets.length > 1 ? targets : all) };
  });
  let free = 0;
  const placed = wanted
    .sort((a, b) => a.y - b.y)
    .map(({ hub, y }) => {
      const top = Math.max(free, y);
      free = top + 3 * NODE_HEIGHT;
      return { hub, top };
    });
  const x = Math.max(0, ...placed.map(({ top }) => rightOf(layered, top))) + HUB_GAP;
  for (const { hub, top } of placed) states.set(hub, { x, y: top });
}

const middle = (values: readonly number[]): number =>
  values.length === 0 ? 0 : (Math.min(...values) + Math.max(...values)) / 2;

/** The right end of what lies beside a state that begins at `top`. */
function rightOf({ width, states, routes }: Layered, top: number): number {
  const beside = (from: number, to: number): boolean =>
    Math.max(from, to) >= top - NODE_HEIGHT && Math.min(from, to) <= top + 2 * NODE_HEIGHT;
  const ofStates = [...states.values()].flatMap(({ x, y }) => (beside(y, y + NODE_HEIGHT) ? x + width : []));
  const ofRoutes = [...routes.values()].flatMap((points) =>
    points.flatMap((point, at) => (beside(point.y, points[at + 1]?.y ?? point.y) ? point.x : [])),
  );
  return Math.max(0, ...ofStates, ...ofRoutes);
}

/** Sideways, from the facing side of one to that of the other; what comes back runs a little lower. */
function sideRoute({ from, to }: DiagramEdge, { width, states }: Layered): Point[] {
  const start = states.get(from);
  const end = states.get(to);
  if (!start || !end) return [];
  const rightwards = end.x > start.x;
  const y = NODE_HEIGHT / 2 + (rightwards ? -5 : 5);
  const out = { x: start.x + (rightwards || start.x === end.x ? width : 0), y: start.y + y };
  const into = { x: end.x + (rightwards ? 0 : width), y: end.y + y };
  return [out, into];
}
