import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPort } from '../../shared/ipc/console-view.js';
import { bytesToSend, type Message } from './bytes-to-send.js';
import { ask } from './console-state.js';
import { type Macro, prefsOf } from './port-prefs.js';
import { changePortPrefs, usePrefs } from './prefs.js';

/** Messages of a port that are kept under a name; the message that is being written can become one. */
export function MacroBar({ port, message }: { port: OpenPort; message: Message }) {
  const { t } = useTranslation();
  const { id, state } = port;
  const macros = usePrefs((prefs) => prefsOf(prefs, port).macros);
  const [name, setName] = useState('');
  const [editing, setEditing] = useState(false);
  const keep = (kept: readonly Macro[]): void => changePortPrefs(port, { macros: [...kept] });
  const add = (): void => {
    keep([...macros.filter((macro) => macro.name !== name), { name, ...message }]);
    setName('');
  };
  return (
    <div className="macros">
      {macros.map((macro) => (
        <button
          type="button"
          key={macro.name}
          disabled={!editing && state !== 'open'}
          title={macro.text}
          onClick={() => (editing ? keep(macros.filter((one) => one !== macro)) : sendMacro(id, macro))}
        >
          {editing ? t('ports.removeMacro', { name: macro.name }) : macro.name}
        </button>
      ))}
      <button type="button" aria-pressed={editing} onClick={() => setEditing(!editing)}>
        {t('ports.macros')}
      </button>
      {editing && (
        <>
          <input
            aria-label={t('ports.macroName')}
            placeholder={t('ports.macroName')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              // Enter would send the message.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          <button type="button" disabled={name === '' || bytesToSend(message) === null} onClick={add}>
            {t('ports.addMacro')}
          </button>
        </>
      )}
    </div>
  );
}

function sendMacro(port: string, macro: Macro): void {
  const hex = bytesToSend(macro);
  if (hex !== null) void ask('send', { port, hex });
}
