import { useTranslation } from 'react-i18next';
import { useMirror } from '../mirror/mirror.js';
import { useNode } from './shown-node.js';

/** Tells a screen reader every change of state of the node that is looked at, and the end of the run. */
export function Announcer() {
  const { t } = useTranslation();
  const report = useMirror((mirror) => mirror.run?.report ?? null);
  const node = useNode();
  const text =
    node === null
      ? ''
      : report === null
        ? t('run.announce', { state: node.state })
        : t('run.announceEnd', {
            status: t(`status.${report.final_status}`),
            verdict: t(`verdict.${report.verdict}`),
          });
  return (
    <div className="spoken" aria-live="polite" role="status">
      {text}
    </div>
  );
}
