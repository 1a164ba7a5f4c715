import { type KeyboardEvent, type MouseEvent, memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inEnglish } from '../../shared/texts/words.js';
import type { NodeView, RunItem } from '../../shared/views.js';
import { showRun } from '../actions.js';
import { Empty } from '../empty.js';
import { focusItem } from '../list/use-roving.js';
import { useMirror } from '../mirror/mirror.js';
import { ProblemText } from '../problem/problem-text.js';
import { select, useSelection } from '../selection.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { StatusMark } from './status-mark.js';
import { keyOf, type Line, linesOf, type Move, moveOf, openRuns } from './tree-lines.js';

/** Every run, newest first; the one that is looked at with its nodes, and the runs that these dispatched. */
export function RunsTree() {
  const { t } = useTranslation();
  const lines = useLines();
  const chosen = useSelection(({ run, node }) => (run === null ? null : keyOf(run, node)));
  const [focused, setFocused] = useState<string | null>(null);
  const indexOf = (key: string | null): number => lines.findIndex((line) => line.key === key);
  const stop = Math.max(0, indexOf(focused) < 0 ? indexOf(chosen) : indexOf(focused));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const move = moveOf(event.key, lines, stop);
    if (move === null) return;
    event.preventDefault();
    if ('to' in move) focusItem(move.to, event.currentTarget);
    else act(move);
  };
  return (
    <nav className="runs" aria-label={t('runs.title')}>
      <h2>{t('runs.title')}</h2>
      {lines.length === 0 && <Empty what={t('runs.empty')} />}
      {lines.length > 0 && (
        <div role="tree" aria-label={t('runs.title')} onKeyDown={onKeyDown}>
          {lines.map((line, index) => (
            <TreeItem
              key={line.key}
              line={line}
              index={index}
              isStop={index === stop}
              isChosen={line.key === chosen}
              onFocus={() => setFocused(line.key)}
            />
          ))}
        </div>
      )}
      <Quarantined />
    </nav>
  );
}

function useLines(): Line[] {
  const runs = useMirror((mirror) => mirror.runs?.runs);
  const trees = useMirror((mirror) => mirror.trees);
  const shown = useSelection((selection) => selection.run);
  const folded = useSelection((selection) => selection.folded);
  return useMemo(() => linesOf({ runs: runs ?? [], trees, shown, folded }), [runs, trees, shown, folded]);
}

function act(move: Exclude<Move, { to: number }>): void {
  const { folded, run } = useSelection.getState();
  if ('choose' in move) void showRun(move.choose.run, move.choose.node);
  else if ('fold' in move) select({ folded: new Set([...folded, move.fold.key]) });
  else {
    select({ folded: new Set([...folded].filter((key) => key !== move.open.key)) });
    // main sends the nodes of no other run
    if (!openRuns(useMirror.getState().runs?.runs ?? [], run).has(move.open.run)) void showRun(move.open.run);
  }
}

function TreeItem(props: {
  line: Line;
  index: number;
  isStop: boolean;
  isChosen: boolean;
  onFocus: () => void;
}) {
  const { line, index, isStop, isChosen, onFocus } = props;
  const { shows, level, position, of, isOpen } = line;
  const waits = 'item' in shows ? shows.item.waiting_for !== null : shows.view.waiting !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys of all its items
    <div
      role="treeitem"
      className={`run-item${waits ? ' run-item-waiting' : ''}`}
      data-index={index}
      tabIndex={isStop ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={of}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isChosen}
      style={{ paddingInlineStart: `${8 + 14 * (level - 1)}px` }}
      onFocus={onFocus}
      onClick={() => act({ choose: line })}
    >
      {isOpen !== null && <Fold line={line} isOpen={isOpen} />}
      {'item' in shows ? <RunLine item={shows.item} /> : <NodeLine view={shows.view} />}
    </div>
  );
}

/** For the pointer; the keys have the arrows. */
function Fold({ line, isOpen }: { line: Line; isOpen: boolean }) {
  const onClick = (event: MouseEvent): void => {
    event.stopPropagation();
    act(isOpen ? { fold: line } : { open: line });
  };
  return (
    <span className="run-item-fold" aria-hidden="true" onClick={onClick}>
      {isOpen ? '▾' : '▸'}
    </span>
  );
}

function Quarantined() {
  const { t } = useTranslation();
  const problems = useMirror((mirror) => mirror.runs?.quarantined) ?? [];
  if (problems.length === 0) return null;
  return (
    <details className="quarantined">
      <summary>{t('runs.quarantined', { count: problems.length })}</summary>
      {problems.map((problem) => (
        <ProblemText key={`${problem.where} ${inEnglish(problem.message)}`} problem={problem} />
      ))}
    </details>
  );
}

/** Not drawn again for what happens in another run. */
const RunLine = memo(function RunLine({ item }: { item: RunItem }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  return (
    <>
      <span className="run-item-goal">
        <VisibleText line={item.goal} />
      </span>
      <span className="run-item-line">
        <StatusMark status={item.final_status} />
        {item.final_status === null && <code>{item.state}</code>}
        {item.verdict && <span>{t(`verdict.${item.verdict}`)}</span>}
      </span>
      {item.waiting_for && <strong className="run-item-gate">{t('runs.waiting')}</strong>}
      {item.interrupted && <strong className="run-item-gate">{t('runs.interrupted')}</strong>}
      {item.driven && !item.waiting_for && <span className="quiet">{t('runs.driven')}</span>}
      <span className="run-item-line quiet">
        <span>{moment(item.started_at)}</span>
        <code>{item.run}</code>
      </span>
    </>
  );
});

function NodeLine({ view }: { view: NodeView }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="run-item-goal">
        <VisibleText line={view.goal} />
      </span>
      <span className="run-item-line">
        <StatusMark status={view.ending?.status ?? null} exit={view.ending?.exit} />
        {view.ending === null && <code>{view.state}</code>}
      </span>
      {view.waiting && <strong className="run-item-gate">{t('runs.waiting')}</strong>}
      <span className="run-item-line quiet">
        <span>{view.machine}</span>
        <code>{view.path}</code>
      </span>
    </>
  );
}
