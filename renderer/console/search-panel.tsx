import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import type { Output } from '../../shared/ipc.js';
import { VisibleText } from '../text/visible-text.js';
import { ask, goTo } from './console-state.js';
import { shortName } from './port-name.js';

/** Looks for an expression in everything that the open ports ever said; a line that was found leads to its place. */
export function SearchPanel({ view }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const [pattern, setPattern] = useState('');
  const [ignoreCase, setIgnoreCase] = useState(true);
  const [state, setState] = useState<Output<'searchConsole'> | 'searching' | null>(null);
  const search = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (pattern === '') return;
    setState('searching');
    const found = await ask('searchConsole', { pattern, ignoreCase });
    setState(found);
  };
  return (
    <>
      <form className="summary" onSubmit={(event) => void search(event)}>
        <label>
          {t('ports.pattern')}
          <input value={pattern} onChange={(event) => setPattern(event.target.value)} />
        </label>
        <label>
          <input
            type="checkbox"
            checked={ignoreCase}
            onChange={(event) => setIgnoreCase(event.target.checked)}
          />
          {t('ports.ignoreCase')}
        </label>
        <button type="submit" disabled={pattern === ''}>
          {t('ports.search')}
        </button>
        <span className="quiet" role="status">
          {state === 'searching' && t('ports.searching')}
          {state !== null &&
            state !== 'searching' &&
            `${t('ports.found', { count: state.found.length })} · ${t(`ports.searchEnd.${state.end}`)}`}
        </span>
      </form>
      {state !== null && state !== 'searching' && (
        <ol className="found">
          {state.found.map((found) => (
            <li key={`${found.port} ${found.offset}`}>
              <button type="button" onClick={() => void goTo(found.port, found.offset)}>
                {view.ports.length > 1 && <span className="quiet">{shortName(found.port)} </span>}
                <code>
                  <VisibleText line={found.text.slice(0, found.at)} />
                  <mark>
                    <VisibleText line={found.text.slice(found.at, found.at + found.length)} />
                  </mark>
                  <VisibleText line={found.text.slice(found.at + found.length)} />
                </code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
