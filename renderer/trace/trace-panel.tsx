import { useTranslation } from 'react-i18next';
import { Empty } from '../empty.js';
import { useNode, useTrace } from '../run/shown-node.js';
import { select, useSelection } from '../selection.js';
import { filterChoices, filtered, filterId } from './filter.js';
import { TraceTable } from './trace-table.js';

export function TracePanel() {
  const { t } = useTranslation();
  const trace = useTrace();
  const filter = useSelection((selection) => selection.filter);
  const shown = filtered(trace, filter);
  return (
    <div className="trace">
      <FilterBar />
      {shown.length === 0 ? (
        <Empty what={filter === null ? t('trace.empty') : t('trace.noMatch')} />
      ) : (
        <TraceTable rows={shown} key={filterId(filter)} />
      )}
    </div>
  );
}

function FilterBar() {
  const { t } = useTranslation();
  const edges = useNode()?.edges ?? [];
  const filter = useSelection((selection) => selection.filter);
  const choices = filterChoices(edges, filter, (state) => t('trace.ofState', { state }));
  const choose = (id: string): void =>
    select({ filter: choices.find((choice) => choice.id === id)?.filter ?? null });
  return (
    <p className="summary">
      <label>
        {t('trace.filter')}
        <select value={filterId(filter)} onChange={(event) => choose(event.target.value)}>
          <option value="">{t('trace.all')}</option>
          {choices.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {filter !== null && (
        <button type="button" onClick={() => select({ filter: null })}>
          {t('trace.clear')}
        </button>
      )}
    </p>
  );
}
