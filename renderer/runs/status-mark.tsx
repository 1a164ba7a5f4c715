import { useTranslation } from 'react-i18next';
import { FINAL_STATUSES } from '../../shared/report.js';

/** The final status in words; colour only repeats them. */
export function StatusMark({ status }: { status: string | null }) {
  const { t } = useTranslation();
  const known = FINAL_STATUSES.find((name) => name === status) ?? 'open';
  return <span className={`status status-${known}`}>{t(`status.${known}`)}</span>;
}
