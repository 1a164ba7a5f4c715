import { useTranslation } from 'react-i18next';
import { FINAL_STATUSES } from '../../shared/report.js';

/** What a machine came to, in words, that of a machine of its own kind as it is; colour only repeats them. */
export function StatusMark({ status }: { status: string | null }) {
  const { t } = useTranslation();
  const known = status === null ? 'open' : FINAL_STATUSES.find((name) => name === status);
  if (known === undefined) return <span className="status status-open">{status}</span>;
  return <span className={`status status-${known}`}>{t(`status.${known}`)}</span>;
}
