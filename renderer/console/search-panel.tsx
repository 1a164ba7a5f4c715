import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import type { Output } from '../../shared/ipc.js';
import { VisibleText } from '../text/visible-text.js';
import { ask, goTo, useLooks } from './console-state.js';
import { faultOf } from './expression-fault.js';
import { ExpressionInput } from './expression-input.js';
import { shortName } from './port-name.js';

/** Looks for an expression in everything that the open ports ever said; a line that was found leads to its place. */
export function SearchPanel({ view }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const [pattern, setPattern] = useState('');
  const fault = faultOf(pattern, 'u');
  const hidden = useLooks((looks) => looks.hidden);
  const [ignoreCase, setIgnoreCase] = useState(true);
  const [state, setState] = useState<Output<'searchConsole'> | 'searching' | null>(null);
  const search = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (pattern === '' || fault || state === 'searching') return;
    setState('searching');
    const found = await ask('searchConsole', { pattern, ignoreCase });
    setState(found);
  };
  return (
    <>
      <form className="summary" onSubmit={(event) => void search(event)}>
        <ExpressionInput label={t('ports.pattern')} value={pattern} fault={fault} onChange={setPattern} />
        <label>
          <input
            type="checkbox"
            checked={ignoreCase}
            onChange={(event) => setIgnoreCase(event.target.checked)}
          />
          {t('ports.ignoreCase')}
        </label>
        {state === 'searching' ? (
          <button type="button" onClick={() => void ask('stopSearch', undefined)}>
            {t('ports.stopSearch')}
          </button>
        ) : (
          <button type="submit" disabled={pattern === '' || fault !== null}>
            {t('ports.search')}
          </button>
        )}
        <span className="quiet" role="status">
          {state === 'searching' && t('ports.searching')}
          {state !== null &&
            state !== 'searching' &&
            `${t('ports.found', { count: state.found.length })} · ${t(`ports.searchEnd.${state.end}`)}`}
        </span>
        {hidden && (
          <span className="notice" role="status">
            {t('ports.hiddenLine')}
          </span>
        )}
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
