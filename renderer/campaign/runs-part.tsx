import { useTranslation } from 'react-i18next';
import type { NodeView, RunItem } from '../../shared/views.js';
import { showRun } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { StatusMark } from '../runs/status-mark.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { Nothing } from './part.js';

const NO_RUNS: readonly RunItem[] = [];

/** The runs that the node dispatched, oldest first, with where each stands. */
export function RunsPart({ run, node }: { run: string; node: NodeView }) {
  const { t } = useTranslation();
  const runs = useMirror((mirror) => mirror.runs?.runs) ?? NO_RUNS;
  const below = runs.filter(({ parent }) => parent?.run === run && parent.node === node.path).reverse();
  if (below.length === 0) return <Nothing text={t('campaign.noRuns')} />;
  return (
    <ul className="runs-below">
      {below.map((item) => (
        <li key={item.run}>
          <RunBelow item={item} />
        </li>
      ))}
    </ul>
  );
}

function RunBelow({ item }: { item: RunItem }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  return (
    <>
      <span className="runs-below-goal">
        <VisibleText line={item.goal} />
      </span>
      <StatusMark status={item.final_status} />
      {item.final_status === null && <code>{item.state}</code>}
      {item.verdict && <span>{t(`verdict.${item.verdict}`)}</span>}
      {item.waiting_for && <strong className="run-item-gate">{t('runs.waiting')}</strong>}
      {item.interrupted && <strong className="run-item-gate">{t('runs.interrupted')}</strong>}
      <span className="quiet">{moment(item.started_at)}</span>
      <button type="button" title={item.run} onClick={() => void showRun(item.run)}>
        {t('campaign.openRun')}
      </button>
    </>
  );
}
