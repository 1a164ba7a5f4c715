import { MAIN } from '../../shared/events.js';
import type { NodeView, RunItem, TreeView } from '../../shared/views.js';

/** A line of the tree of runs: a run, or a node below one. */
export interface Line {
  /** Names it among all lines. */
  key: string;
  run: string;
  /** Path of the node; `MAIN` for the line of a run. */
  node: string;
  shows: { item: RunItem } | { view: NodeView };
  /** Depth, from 1. */
  level: number;
  /** Among those of the same parent, from 1. */
  position: number;
  of: number;
  /** Whether what is below it is shown; null where nothing is below. */
  isOpen: boolean | null;
}

/** What the tree is made of. */
export interface Trees {
  /** Newest first. */
  runs: readonly RunItem[];
  /** By run. */
  trees: Readonly<Record<string, TreeView>>;
  /** The run that is looked at. */
  shown: string | null;
  /** Keys of the lines that the person folded. */
  folded: ReadonlySet<string>;
}

export const keyOf = (run: string, node: string): string => `${run} ${node}`;

/** The runs that dispatched a run: its own parent first. */
export function parentsOf(runs: readonly RunItem[], run: string | null): string[] {
  const parents: string[] = [];
  for (;;) {
    const of = parents.at(-1) ?? run;
    const parent = runs.find((item) => item.run === of)?.parent?.run;
    if (parent === undefined || parent === run || parents.includes(parent)) return parents;
    parents.push(parent);
  }
}

/** The runs that are open: the one that is looked at, and those that it was dispatched by. */
export const openRuns = (runs: readonly RunItem[], shown: string | null): ReadonlySet<string | null> =>
  new Set([shown, ...parentsOf(runs, shown)]);

/** The visible lines from the top. A dispatched run stands below the node that dispatched it. */
export function linesOf({ runs, trees, shown, folded }: Trees): Line[] {
  const dispatched = byParent(runs);
  const opened = openRuns(runs, shown);
  const known = new Set(runs.map(({ run }) => run));
  const nodesOf = (run: string): readonly NodeView[] => trees[run]?.nodes ?? [];

  /** Runs that a node dispatched; those of a node that is not known stand below the root. */
  const runsBelow = (run: string, node: string): readonly RunItem[] =>
    (dispatched.get(run) ?? []).filter(({ parent }) => {
      const isKnown = nodesOf(run).some(({ path }) => path === parent?.node);
      return (isKnown ? parent?.node : MAIN) === node;
    });
  const below = (run: string, node: string): Line['shows'][] => [
    ...nodesOf(run)
      .filter(({ parent }) => parent === node)
      .map((view) => ({ view })),
    ...runsBelow(run, node).map((item) => ({ item })),
  ];
  const hasMore = (shows: Line['shows'], run: string, node: string): boolean =>
    'item' in shows ? shows.item.nodes > 1 || dispatched.has(run) : below(run, node).length > 0;

  function walk(siblings: readonly Line['shows'][], of: string, level: number): Line[] {
    return siblings.flatMap((shows, at) => {
      const [run, node] = 'item' in shows ? [shows.item.run, MAIN] : [of, shows.view.path];
      const key = keyOf(run, node);
      const isOpen = hasMore(shows, run, node) ? opened.has(run) && !folded.has(key) : null;
      const line = { key, run, node, shows, level, position: at + 1, of: siblings.length, isOpen };
      return isOpen ? [line, ...walk(below(run, node), run, level + 1)] : [line];
    });
  }

  const top = runs.filter(({ parent }) => parent === null || !known.has(parent.run));
  return walk(
    top.map((item) => ({ item })),
    '',
    1,
  );
}

function byParent(runs: readonly RunItem[]): ReadonlyMap<string, RunItem[]> {
  const dispatched = new Map<string, RunItem[]>();
  for (const item of runs) {
    if (item.parent === null) continue;
    const siblings = dispatched.get(item.parent.run) ?? [];
    dispatched.set(item.parent.run, [...siblings, item]);
  }
  return dispatched;
}

/** What a key does in the tree (WAI-ARIA practices, "tree view"). */
export type Move = { to: number } | { open: Line } | { fold: Line } | { choose: Line };

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
  PageDown: (at) => at + 10,
  PageUp: (at) => at - 10,
};

/** The move of a key at the line of that index; null: none. */
export function moveOf(key: string, lines: readonly Line[], at: number): Move | null {
  const line = lines[at];
  if (line === undefined) return null;
  const step = STEPS[key]?.(at, lines.length - 1);
  if (step !== undefined) return { to: Math.max(0, Math.min(lines.length - 1, step)) };
  if (key === 'Enter' || key === ' ') return { choose: line };
  if (key === 'ArrowRight' && line.isOpen === false) return { open: line };
  if (key === 'ArrowRight' && line.isOpen) return { to: Math.min(at + 1, lines.length - 1) };
  if (key === 'ArrowLeft' && line.isOpen) return { fold: line };
  const parent = lines.slice(0, at).findLastIndex(({ level }) => level < line.level);
  return key === 'ArrowLeft' && parent >= 0 ? { to: parent } : null;
}
