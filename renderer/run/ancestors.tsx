import { useTranslation } from 'react-i18next';
import { MAIN } from '../../shared/events.js';
import type { NodeView } from '../../shared/views.js';
import { showRun } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { parentsOf } from '../runs/tree-lines.js';
import { useSelection } from '../selection.js';
import { VisibleText } from '../text/visible-text.js';

interface Step {
  run: string;
  node: string;
  goal: string;
}

/** The way up from what is looked at: the runs that dispatched it, and the nodes that it is a part of, outermost first. */
export function Ancestors() {
  const { t } = useTranslation();
  const steps = useAncestors();
  if (steps.length === 0) return null;
  return (
    <nav className="ancestors" aria-label={t('ancestors.title')}>
      {steps.map(({ run, node, goal }) => (
        <button type="button" key={`${run} ${node}`} onClick={() => void showRun(run, node)}>
          <span aria-hidden="true">↑ </span>
          <VisibleText line={goal} />
        </button>
      ))}
    </nav>
  );
}

function useAncestors(): Step[] {
  const runs = useMirror((mirror) => mirror.runs?.runs);
  const trees = useMirror((mirror) => mirror.trees);
  const run = useSelection((selection) => selection.run);
  const node = useSelection((selection) => selection.node);
  if (run === null || runs === undefined) return [];
  const above = [run, ...parentsOf(runs, run)];
  return above
    .flatMap((one, at) => {
      const from = runs.find((item) => item.run === above[at - 1])?.parent?.node ?? null;
      return chain(trees[one]?.nodes ?? [], at === 0 ? node : from, at > 0).map(({ path, goal }) => ({
        run: one,
        node: path,
        goal,
      }));
    })
    .reverse();
}

/** The node and those above it, innermost first; without itself where it is what is looked at. */
function chain(nodes: readonly NodeView[], path: string | null, withItself: boolean): NodeView[] {
  const found: NodeView[] = [];
  let at = nodes.find((one) => one.path === (path ?? MAIN));
  while (at !== undefined && !found.includes(at)) {
    found.push(at);
    const { parent } = at;
    at = parent === null ? undefined : nodes.find((one) => one.path === parent);
  }
  return withItself ? found : found.slice(1);
}
