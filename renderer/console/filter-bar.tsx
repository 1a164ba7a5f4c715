import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sheet } from '../../shared/ipc/console-view.js';
import { applyFilters, look, useLooks } from './console-state.js';
import { FilterField } from './filter-field.js';
import { type Filter, switched } from './line-filters.js';
import { usePrefs } from './prefs.js';

/** Which lines are shown, how many they are, and whether the list stays at its end. */
export function FilterBar({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation();
  const follow = useLooks((looks) => looks.follow);
  const { filters, ignoreCase } = usePrefs();
  const fields = { include: useRef<HTMLInputElement>(null), exclude: useRef<HTMLInputElement>(null) };
  const remove = (filter: Filter): void => {
    applyFilters({ filters: filters.filter((one) => one !== filter) });
    fields[filter.kind].current?.focus();
  };
  return (
    <div className="summary filter-bar">
      <FilterField kind="include" ref={fields.include} />
      <FilterField kind="exclude" ref={fields.exclude} />
      <label>
        <input
          type="checkbox"
          checked={ignoreCase}
          onChange={(event) => applyFilters({ ignoreCase: event.target.checked })}
        />
        {t('ports.ignoreCase')}
      </label>
      <span className="quiet">
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
      <button type="button" onClick={() => look({ follow: !follow, target: null })}>
        {follow ? t('ports.pause') : t('ports.follow')}
      </button>
      {filters.length > 0 && (
        <ul className="filters" aria-label={t('ports.filters.title')}>
          {filters.map((filter) => (
            <FilterChip key={`${filter.kind} ${filter.pattern}`} filter={filter} onRemove={remove} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FilterChip({ filter, onRemove }: { filter: Filter; onRemove: (filter: Filter) => void }) {
  const { t } = useTranslation();
  const { kind, pattern, on } = filter;
  const name = `${t(`ports.filters.${kind}`)} ${pattern}`;
  return (
    <li className={`filter-${kind}`}>
      <label title={name}>
        <input
          type="checkbox"
          aria-label={name}
          checked={on}
          onChange={() => applyFilters({ filters: switched(usePrefs.getState().filters, filter) })}
          onKeyDown={(event) => {
            if (event.key === 'Delete') onRemove(filter);
          }}
        />
        <code>
          {kind === 'include' ? '+' : '−'} {pattern}
        </code>
      </label>
      <button type="button" aria-label={t('ports.removeRule', { pattern })} onClick={() => onRemove(filter)}>
        ×
      </button>
    </li>
  );
}
