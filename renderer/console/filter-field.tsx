import { type FormEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_FILTERS } from '../../shared/ipc/console-rows.js';
import { applyFilters } from './console-state.js';
import { faultOf } from './expression-fault.js';
import { ExpressionInput } from './expression-input.js';
import { type FilterKind, withFilter } from './line-filters.js';
import { usePrefs } from './prefs.js';

/** Adds a filter of one kind; Backspace in the empty field takes the last one back into it, to be mended. */
export function FilterField({ kind, ref }: { kind: FilterKind; ref: RefObject<HTMLInputElement | null> }) {
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
