import { useTranslation } from 'react-i18next';
import { useMirror } from '../mirror/mirror.js';
import { shownState } from './shown-state.js';

/** Tells a screen reader every change of state, and the end. */
export function Announcer() {
  const { t } = useTranslation();
  const run = useMirror((mirror) => mirror.run);
  const text =
    run === null
      ? ''
      : run.report === null
        ? t('run.announce', { state: shownState(run.summary) })
        : t('run.announceEnd', {
            status: t(`status.${run.report.final_status}`),
            verdict: t(`verdict.${run.report.verdict}`),
          });
  return (
    <div className="spoken" aria-live="polite" role="status">
      {text}
    </div>
  );
}
