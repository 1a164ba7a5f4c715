import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sheet } from '../../shared/ipc/console-view.js';
import { applyRules, look, useLooks } from './console-state.js';

const listed = (text: string): string[] => (text === '' ? [] : [text]);

/** Which lines are shown, how many they are, and whether the list stays at its end. */
export function FilterBar({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const { filter, follow } = useLooks();
  const [include, setInclude] = useState(filter.include[0] ?? '');
  const [exclude, setExclude] = useState(filter.exclude[0] ?? '');
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    look({ filter: { include: listed(include), exclude: listed(exclude) }, follow: true, target: null });
    void applyRules();
  };
  return (
    <form className="summary filter-bar" onSubmit={apply}>
      <label>
        {t('ports.include')}
        <input value={include} onChange={(event) => setInclude(event.target.value)} />
      </label>
      <label>
        {t('ports.exclude')}
        <input value={exclude} onChange={(event) => setExclude(event.target.value)} />
      </label>
      <button type="submit">{t('ports.filter')}</button>
      <span className="quiet" role="status">
        {t('ports.rows', { count: sheet.rows, value: sheet.rows.toLocaleString() })}
        {sheet.leftOut > 0 && ` · ${t('ports.leftOut', { value: sheet.leftOut.toLocaleString() })}`}
        {sheet.busy && ` · ${t('ports.reading')}`}
      </span>
      {sheet.slow && (
        <span className="notice" role="alert">
          {t('ports.slow')}
        </span>
      )}
      <span className="gap" />
      <button type="button" aria-pressed={follow} onClick={() => look({ follow: !follow, target: null })}>
        {follow ? t('ports.pause') : t('ports.follow')}
      </button>
    </form>
  );
}
