import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPort } from '../../shared/ipc/console-view.js';
import { bytesToSend, ENDINGS, type Message } from './bytes-to-send.js';
import { Choice } from './choice.js';
import { ask, look, useLooks } from './console-state.js';
import { MacroBar } from './macro-bar.js';
import { shortName } from './port-name.js';
import { prefsOf } from './port-prefs.js';
import { changePortPrefs, usePrefs } from './prefs.js';

const ENDING_NAMES = { lf: 'LF', cr: 'CR', crlf: 'CR LF' } as const;

/** Lines that can be called up again. */
const REMEMBERED = 50;

/** Sends a line, or bytes, to one of the ports. */
export function SendBar({ ports }: { ports: readonly OpenPort[] }) {
  const { t } = useTranslation();
  const sendTo = useLooks((looks) => looks.sendTo);
  const port = ports.find(({ id }) => id === sendTo) ?? ports[0];
  const id = port?.id ?? '';
  const ending = usePrefs((prefs) => prefsOf(prefs, port).ending);
  const [text, setText] = useState('');
  const [hex, setHex] = useState(false);
  const history = useHistory(setText);
  const ready = port?.state === 'open';
  const message: Message = { text, hex, ending };
  const bytes = bytesToSend(message);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready || bytes === null) return;
    history.remember(text);
    if ((await ask('send', { port: id, hex: bytes })) !== null) setText('');
  };
  const misspelt = hex && text.trim() !== '' && bytes === null;
  return (
    <form className="send-bar" onSubmit={(event) => void send(event)} aria-label={t('ports.sendTitle')}>
      <div className="send-line">
        {ports.length > 1 && (
          <Choice
            label={t('ports.to')}
            value={id}
            options={ports.map((one) => [one.id, shortName(one.id)])}
            onChange={(chosen) => look({ sendTo: chosen })}
          />
        )}
        <input
          className="send-text"
          aria-label={t('ports.message')}
          aria-invalid={misspelt}
          placeholder={hex ? '7e 01 ff' : t('ports.message')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={history.onKeyDown}
        />
        {!hex && (
          <Choice
            label={t('ports.ending')}
            value={ending}
            options={ENDINGS.map((name) => [
              name,
              name === 'none' ? t('ports.noEnding') : ENDING_NAMES[name],
            ])}
            onChange={(chosen) => port && changePortPrefs(port, { ending: chosen })}
          />
        )}
        <label className="choice">
          <input type="checkbox" checked={hex} onChange={(event) => setHex(event.target.checked)} />
          {t('ports.hexBytes')}
        </label>
        <button type="submit" className="main-button" disabled={!ready || bytes === null}>
          {t('ports.send')}
        </button>
      </div>
      {misspelt && <p className="notice">{t('ports.noHex')}</p>}
      {port && <MacroBar port={port} message={message} />}
    </form>
  );
}

/** Arrow keys call up what was sent before. */
function useHistory(show: (text: string) => void) {
  const lines = useRef<string[]>([]);
  const at = useRef(0);
  return {
    remember: (text: string): void => {
      lines.current = [...lines.current.filter((line) => line !== text), text].slice(-REMEMBERED);
      at.current = lines.current.length;
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (step === 0) return;
      event.preventDefault();
      at.current = Math.max(0, Math.min(lines.current.length, at.current + step));
      show(lines.current[at.current] ?? '');
    },
  };
}
