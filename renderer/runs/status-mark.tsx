import { useTranslation } from 'react-i18next';
import { FINAL_STATUSES } from '../../shared/report.js';
import type { NodeView } from '../../shared/views.js';

type Exit = NonNullable<NodeView['ending']>['exit'];

/** The colour of an end whose word is the machine's own. */
const LIKE: Readonly<Record<Exit, string>> = { 0: 'SUCCESS', 1: 'FAILURE', 3: 'ABORTED' };

/** What a machine came to, in words, one that only this machine has as it is; colour only repeats them. */
export function StatusMark({ status, exit }: { status: string | null; exit?: Exit | undefined }) {
  const { t } = useTranslation();
  const known = status === null ? 'open' : FINAL_STATUSES.find((name) => name === status);
  const colour = known ?? (exit === undefined ? 'open' : LIKE[exit]);
  return <span className={`status status-${colour}`}>{known ? t(`status.${known}`) : status}</span>;
}
