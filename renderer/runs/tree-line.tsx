import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeView, RunItem } from '../../shared/views.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { StatusMark } from './status-mark.js';

/** Not drawn again for what happens in another run. */
export const RunLine = memo(function RunLine({ item }: { item: RunItem }) {
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

export function NodeLine({ view }: { view: NodeView }) {
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
