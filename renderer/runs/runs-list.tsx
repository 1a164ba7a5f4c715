import { useTranslation } from 'react-i18next';
import { inEnglish } from '../../shared/texts/words.js';
import type { RunItem } from '../../shared/views.js';
import { showRun } from '../actions.js';
import { Empty } from '../empty.js';
import { focusItem, useRoving } from '../list/use-roving.js';
import { useMirror } from '../mirror/mirror.js';
import { ProblemText } from '../problem/problem-text.js';
import { useSelection } from '../selection.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { StatusMark } from './status-mark.js';

/** Every run, newest first. */
export function RunsList() {
  const { t } = useTranslation();
  const view = useMirror((mirror) => mirror.runs);
  const runs = view?.runs ?? [];
  const shown = useSelection((selection) => selection.run);
  const roving = useRoving(runs.length, focusItem);
  return (
    <nav className="runs" aria-label={t('runs.title')}>
      <h2>{t('runs.title')}</h2>
      {runs.length === 0 && <Empty what={t('runs.empty')} />}
      <ul onKeyDown={roving.onKeyDown}>
        {runs.map((item, index) => (
          <li key={item.run}>
            <RunButton
              item={item}
              index={index}
              stop={index === roving.stop}
              shown={item.run === shown}
              onFocus={() => roving.setStop(index)}
            />
          </li>
        ))}
      </ul>
      <Quarantined />
    </nav>
  );
}

function RunButton(props: {
  item: RunItem;
  index: number;
  stop: boolean;
  shown: boolean;
  onFocus: () => void;
}) {
  const { item, index, stop, shown, onFocus } = props;
  const { t } = useTranslation();
  const { moment } = useTimes();
  return (
    <button
      type="button"
      className={`run-item${item.waiting_for ? ' run-item-waiting' : ''}`}
      data-index={index}
      tabIndex={stop ? 0 : -1}
      aria-current={shown ? 'true' : undefined}
      onFocus={onFocus}
      onClick={() => void showRun(item.run)}
    >
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
    </button>
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
