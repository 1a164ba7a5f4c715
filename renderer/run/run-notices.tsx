import { useTranslation } from 'react-i18next';
import type { RunView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { ProblemAlert } from '../problem/problem-alert.js';

/** What is unusual about the shown run. What it asks stands above, with all else that waits. */
export function RunNotices({ run }: { run: RunView }) {
  const { t } = useTranslation();
  return (
    <>
      {run.owner === 'other' && <p className="banner">{t('run.elsewhere')}</p>}
      {run.resumable && run.summary.waiting_for === null && <p className="banner">{t('run.interrupted')}</p>}
      {run.abortRequested && <Stopping run={run} />}
      {run.paused && !run.abortRequested && <p className="banner">{t('run.paused')}</p>}
      {run.problem && <ProblemAlert problem={run.problem} />}
    </>
  );
}

/**
 * *Abort now* lies at the left edge, never where *Abort* or its confirmation lay: a double click cannot force. The journal
 * of another process's run knows only one request, so there is nothing to force.
 */
function Stopping({ run: { run, owner } }: { run: RunView }) {
  const { t } = useTranslation();
  return (
    <div className="banner banner-stopping">
      {owner === 'us' && (
        <button type="button" className="grave" onClick={() => void ask('abort', { run, force: true })}>
          {t('run.abortForce')}
        </button>
      )}
      <span>{t(owner === 'us' ? 'run.aborting' : 'run.abortingElsewhere')}</span>
    </div>
  );
}
