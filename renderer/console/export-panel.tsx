import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_FORMATS, type ConsoleFormat } from '../../shared/ipc/console-rows.js';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import { visibleName } from '../../shared/visible-text.js';
import { Choice } from './choice.js';
import { ask } from './console-state.js';
import { shortName } from './port-name.js';

/** Writes everything that a port said into a file. */
export function ExportPanel({ view: { ports } }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const [wanted, setPort] = useState('');
  const port = ports.find(({ id }) => id === wanted)?.id ?? ports[0]?.id ?? '';
  const [format, setFormat] = useState<ConsoleFormat>('text');
  const [file, setFile] = useState<string | null>(null);
  const write = async (): Promise<void> => {
    setFile(null);
    const written = await ask('exportConsole', { port, format });
    setFile(written?.file ?? null);
  };
  return (
    <div className="summary">
      {ports.length > 1 && (
        <Choice
          label={t('ports.port')}
          value={port}
          options={ports.map(({ id }) => [id, shortName(id)])}
          onChange={setPort}
        />
      )}
      <Choice
        label={t('ports.format')}
        value={format}
        options={CONSOLE_FORMATS.map((name) => [name, t(`ports.formats.${name}`)])}
        onChange={setFormat}
      />
      <button type="button" className="main-button" onClick={() => void write()}>
        {t('ports.export')}
      </button>
      <span className="quiet" role="status">
        {file !== null && t('report.exported', { file: visibleName(file) })}
      </span>
    </div>
  );
}
