import { useMemo } from 'react';
import { MAIN, type Progress, type Transition } from '../../shared/events.js';
import type { NodeView } from '../../shared/views.js';
import { useMirror } from '../mirror/mirror.js';
import { type Tab, tabsOf, useSelection } from '../selection.js';

const NO_ROWS: readonly Transition[] = [];

/** The node that is looked at, of the shown run; null until it is known. */
export function useNode(): NodeView | null {
  const path = useSelection((selection) => selection.node);
  return useNodeAt(path);
}

/** The root node of the shown run. */
export const useRoot = (): NodeView | null => useNodeAt(MAIN);

const useNodeAt = (path: string): NodeView | null =>
  useMirror(({ run, trees }) => {
    const nodes = run === null ? undefined : trees[run.run]?.nodes;
    return nodes?.find((node) => node.path === path) ?? null;
  });

/** The transitions of the node that is looked at. */
export function useTrace(): readonly Transition[] {
  const path = useSelection((selection) => selection.node);
  const trace = useMirror((mirror) => mirror.run?.trace) ?? NO_ROWS;
  return useMemo(() => trace.filter(({ node }) => node === path), [trace, path]);
}

/** The step that the node which is looked at reported last. */
export function useStep(): Progress | null {
  const path = useSelection((selection) => selection.node);
  return useMirror(({ run }) => run?.progress.findLast(({ node }) => node === path) ?? null);
}

/** The part of the node that is shown: the chosen one where its machine has it. */
export function useShownTab(): Tab {
  const tabs = tabsOf(useNode()?.machine);
  const chosen = useSelection((selection) => selection.tab);
  return tabs.find((tab) => tab === chosen) ?? tabs[0] ?? 'trace';
}
