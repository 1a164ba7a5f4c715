import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_WORDS } from '../../shared/ipc/sessions.js';
import { askSession } from './session-actions.js';

interface Addressed {
  run: string;
  isOver: boolean;
  node?: string;
  label?: string;
}

/**
 * The next message. It keeps its place while a turn is under way, and can be written meanwhile. `node`: the part of the run that it is for, and
 * `label` what it is called; absent: the run itself.
 */
export function MessageForm({ run, isOver, node, label }: Addressed) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const usable = !sending && text.trim() !== '';
  const send = async (): Promise<void> => {
    if (!usable) return;
    setSending(true);
    if ((await askSession('say', { run, text, ...(node !== undefined && { node }) })) !== null) setText('');
    setSending(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="talk-form" onSubmit={submit}>
      <label htmlFor={id}>{label ?? t('session.next')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={MOST_WORDS}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="talk-send">
        <span id={`${id}-hint`} className="quiet">
          {t(isOver ? 'session.sendHint' : 'session.busy')}
        </span>
        <button type="submit" className="main-button" disabled={!usable}>
          {t('session.send')}
        </button>
      </div>
    </form>
  );
}
