import { useTranslation } from 'react-i18next';
import type { FlashJob } from '../../shared/ipc/flash.js';

/** The stages that are over, each with its bytes and its time. */
export function StageList({ job: { past } }: { job: FlashJob }) {
  const { t } = useTranslation();
  if (past.length === 0) return <p className="quiet">–</p>;
  return (
    <ol className="stages">
      {past.map(({ stage, bytes, ms }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stage can come twice, and the list only grows
        <li key={at}>
          {t(`flash.stage.${stage}`)}
          {bytes > 0 && <span className="number"> {t('flash.bytes', { count: bytes })}</span>}
          <span className="number quiet"> {t('flash.took', { seconds: (ms / 1000).toFixed(1) })}</span>
        </li>
      ))}
    </ol>
  );
}
