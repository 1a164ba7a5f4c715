import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_FORMATS, type ConsoleFormat } from '../../shared/ipc/console-rows.js';
import type { ConsoleView, ExportProgress } from '../../shared/ipc/console-view.js';
import { visibleName } from '../../shared/visible-text.js';
import { Choice } from './choice.js';
import { ask } from './console-state.js';
import { lineFilter } from './line-filters.js';
import { shortName } from './port-name.js';
import { usePrefs } from './prefs.js';

/** Writes what ports said into a file: their lines on one time axis, or the bytes of one. */
export function ExportPanel({ view: { ports, exporting } }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const { filters, ignoreCase } = usePrefs();
  const [format, setFormat] = useState<ConsoleFormat>('text');
  const [bytesOf, setBytesOf] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [filtered, setFiltered] = useState(true);
  const [file, setFile] = useState<string | null>(null);
  const ids = ports.map(({ id }) => id);
  const chosen =
    format === 'raw' ? [ids.find((id) => id === bytesOf) ?? ids[0] ?? ''] : ids.filter((id) => !left.has(id));
  const write = async (): Promise<void> => {
    setFile(null);
    const filter = lineFilter(filtered ? filters : [], ignoreCase);
    const written = await ask('exportConsole', { ports: chosen, filter, format });
    setFile(written?.file ?? null);
  };
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <div className="summary">
      <Choice
        label={t('ports.format')}
        value={format}
        options={CONSOLE_FORMATS.map((name) => [name, t(`ports.formats.${name}`)])}
        onChange={setFormat}
      />
      {ids.length > 1 && format === 'raw' && (
        <Choice
          label={t('ports.port')}
          value={chosen.join()}
          options={ids.map((id) => [id, shortName(id)])}
          onChange={setBytesOf}
        />
      )}
      {ids.length > 1 && format !== 'raw' && (
        <fieldset className="port-choice">
          <legend>{t('ports.layout')}</legend>
          {ids.map((id) => (
            <label key={id} title={visibleName(id)}>
              <input type="checkbox" checked={!left.has(id)} onChange={() => toggle(id)} />
              {shortName(id)}
            </label>
          ))}
        </fieldset>
      )}
      {format !== 'raw' && filters.some(({ on }) => on) && (
        <label>
          <input type="checkbox" checked={filtered} onChange={(event) => setFiltered(event.target.checked)} />
          {t('ports.onlyFiltered')}
        </label>
      )}
      <button
        type="button"
        className="main-button"
        disabled={chosen.length === 0 || exporting !== null}
        onClick={() => void write()}
      >
        {t('ports.export')}
      </button>
      {exporting && <Writing progress={exporting} />}
      <span className="quiet" role="status">
        {file !== null && t('report.exported', { file: visibleName(file) })}
      </span>
    </div>
  );
}

function Writing({ progress: { done, total } }: { progress: ExportProgress }) {
  const { t } = useTranslation();
  return (
    <>
      <progress aria-label={t('ports.writing')} value={done} max={Math.max(1, total)} />
      <button type="button" onClick={() => void ask('stopExport', undefined)}>
        {t('common.cancel')}
      </button>
    </>
  );
}
