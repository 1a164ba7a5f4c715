import { useTranslation } from 'react-i18next';
import type { RunView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { select } from '../selection.js';
import { useRoot } from './shown-node.js';

/** What a person can do about a run that failed. */
export function NextSteps({ run }: { run: RunView }) {
  const { t } = useTranslation();
  const task = useRoot()?.panels.task ?? null;
  if (run.summary.final_status !== 'FAILURE' || task === null) return null;
  const { file, searchSec, provider } = task;
  return (
    <section className="next-steps" aria-label={t('next.title')}>
      <strong>{t('next.title')}</strong>
      <button type="button" title={t('next.timeHint')} onClick={() => select({ dialog: 'moreTime' })}>
        {t('next.time', { seconds: searchSec })}
      </button>
      {provider === 'rules' && (
        <button type="button" title={t('next.modelHint')} onClick={() => select({ dialog: 'askModel' })}>
          {t('next.model')}
        </button>
      )}
      {run.report?.verdict === 'UNPROVEN' && run.report.branch === null && (
        <button type="button" title={t('next.acceptHint')} onClick={() => select({ dialog: 'accept' })}>
          {t('next.accept')}
        </button>
      )}
      <button type="button" title={file} onClick={() => void ask('openTask', { run: run.run })}>
        {t('next.task')}
      </button>
    </section>
  );
}
