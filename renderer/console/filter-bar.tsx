import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_FILTERS } from '../../shared/ipc/console-rows.js';
import type { Sheet } from '../../shared/ipc/console-view.js';
import { applyFilters, look, useLooks } from './console-state.js';
import { faultOf } from './expression-fault.js';
import { ExpressionInput } from './expression-input.js';
import { type Filter, type FilterKind, switched, withFilter } from './line-filters.js';
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

/** Adds a filter of one kind; Backspace in the empty field takes the last one back into it, to be mended. */
function FilterField({ kind, ref }: { kind: FilterKind; ref: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation();
  const filters = usePrefs((prefs) => prefs.filters);
  const [pattern, setPattern] = useState('');
  const fault = faultOf(pattern);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (fault) ref.current?.setSelectionRange(fault.at, fault.at + 1);
    if (fault || pattern === '') return;
    applyFilters({ filters: withFilter(filters, { kind, pattern }) });
    setPattern('');
  };
  const takeBack = (): void => {
    const last = filters.findLast((filter) => filter.kind === kind);
    if (!last) return;
    applyFilters({ filters: filters.filter((one) => one !== last) });
    setPattern(last.pattern);
  };
  return (
    <form className="filter-field" onSubmit={add}>
      <ExpressionInput
        ref={ref}
        label={t(`ports.filters.${kind}`)}
        value={pattern}
        fault={fault}
        disabled={filters.length >= MOST_FILTERS}
        onChange={setPattern}
        onBackspace={takeBack}
      />
      <button type="submit" aria-label={t(`ports.filters.add.${kind}`)} disabled={pattern === ''}>
        +
      </button>
    </form>
  );
}
