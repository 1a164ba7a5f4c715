import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_QUESTION } from '../../shared/chat.js';
import { callChat, type Take } from './mirror.js';

/** Null: who plays ANALYST by the policy. */
const PROVIDERS = [null, 'openai'] as const;

/** The next question. It can be written while an answer arrives, and keeps its place where asking fails. */
export function ChatForm({ isAsking, take }: { isAsking: boolean; take: Take }) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [question, setQuestion] = useState('');
  const [provider, setProvider] = useState<(typeof PROVIDERS)[number]>(null);
  useEffect(() => field.current?.focus(), []);
  const usable = !isAsking && question.trim() !== '';
  const ask = async (): Promise<void> => {
    if (usable && take(await callChat('askChat', { question, provider }))) setQuestion('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void ask();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void ask();
  };
  return (
    <form className="talk-form" onSubmit={submit}>
      <label htmlFor={id}>{t('chat.question')}</label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        maxLength={MOST_QUESTION}
        value={question}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setQuestion(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span id={`${id}-hint`} className="quiet">
        {t('session.sendHint')}
      </span>
      <div className="talk-send">
        <select
          aria-label={t('chat.provider')}
          value={provider ?? ''}
          onChange={(event) => setProvider(PROVIDERS.find((one) => one === event.target.value) ?? null)}
        >
          {PROVIDERS.map((name) => (
            <option key={name} value={name ?? ''}>
              {t(`chat.${name ?? 'byPolicy'}`)}
            </option>
          ))}
        </select>
        {isAsking ? (
          <button type="button" onClick={() => void callChat('stopChat', undefined).then(take)}>
            {t('chat.stop')}
          </button>
        ) : (
          <button type="submit" className="main-button" disabled={!usable}>
            {t('chat.ask')}
          </button>
        )}
      </div>
    </form>
  );
}
