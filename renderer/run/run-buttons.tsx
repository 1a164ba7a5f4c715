import { useTranslation } from 'react-i18next';
import type { RunView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { select } from '../selection.js';
import { canAbort, resumeRun, stepRun } from './run-actions.js';

/** What can be done with the shown run at any time. */
export function RunButtons({ run }: { run: RunView }) {
  const { t } = useTranslation();
  return (
    <div className="buttons">
      {run.paused && (
        <button type="button" className="main-button" onClick={stepRun}>
          {t('run.nextStep')}
        </button>
      )}
      {run.resumable && (
        <button type="button" className="main-button" onClick={resumeRun}>
          {t('run.resume')}
        </button>
      )}
      {/* It keeps its place, so that a second click meets nothing else. */}
      {canAbort(run) && (
        <button type="button" disabled={run.abortRequested} onClick={() => select({ dialog: 'abort' })}>
          {run.abortRequested ? t('run.stopping') : t('run.abort')}
        </button>
      )}
      <button type="button" onClick={() => void ask('openFolder', { run: run.run })}>
        {t('run.openFolder')}
      </button>
    </div>
  );
}
