import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gate } from '../../shared/events.js';
import { MOST_REPLY, type WaitingPrompt } from '../../shared/ipc/sessions.js';
import { replacedText } from '../../shared/replaced.js';
import { unusableText } from '../../shared/unusable-reply.js';
import { ask } from '../actions.js';
import { resumeRun } from '../run/run-actions.js';
import { askSession } from '../session/session-actions.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { BoundedText } from './bounded-text.js';

/** A prompt for whatever model the person may use: its files are named, and what was replaced, before it is copied, and its reply is pasted back. */
export function ReplyByHand({ gate }: { gate: Gate }) {
  const { t } = useTranslation();
  const say = useSay();
  const { run, gate: id } = gate;
  const [prompt, setPrompt] = useState<WaitingPrompt | null>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    void askSession('waitingPrompts', { run }).then((all) =>
      setPrompt(all?.find((one) => one.gate === id) ?? null),
    );
  }, [run, id]);
  if (prompt === null) return <p className="quiet">{t('common.loading')}</p>;
  const { judgement, files, replaced, before, characters, text } = prompt;
  return (
    <>
      <p>
        <strong>{t('prompt.waits')}</strong> <code>{judgement}</code>
      </p>
      {before !== null && (
        <p>
          <VisibleText line={say(unusableText(before))} />
        </p>
      )}
      <p>{files.length === 0 ? t('prompt.noFiles') : t('prompt.filesInside', { count: files.length })}</p>
      <ul className="prompt-files">
        {files.map((file) => (
          <li key={file}>
            <code>
              <VisibleText line={file} />
            </code>
          </li>
        ))}
      </ul>
      <p>
        <VisibleText line={say(replacedText(replaced))} />
      </p>
      <div className="buttons">
        <button type="button" aria-expanded={isSeen} onClick={() => setSeen(!isSeen)}>
          {t('prompt.show')}
        </button>
        <CopyButton run={run} prompt={prompt.prompt} characters={characters} />
      </div>
      {isSeen && <BoundedText text={text} label={t('prompt.text')} />}
      <PasteForm gate={gate} prompt={prompt.prompt} />
    </>
  );
}

function CopyButton(props: { run: string; prompt: string; characters: number }) {
  const { run, prompt, characters } = props;
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => setDone((await askSession('copyPrompt', { run, prompt })) !== null);
  return (
    <>
      <span role="status" className="quiet">
        {done && t('prompt.copied')}
      </span>
      <button type="button" onClick={() => void copy()}>
        {t('prompt.copy', { count: characters })}
      </button>
    </>
  );
}

function PasteForm({ gate, prompt }: { gate: Gate; prompt: string }) {
  const { t } = useTranslation();
  const id = useId();
  const [reply, setReply] = useState('');
  const [sending, setSending] = useState(false);
  const { run, binding } = gate;
  const send = async (work: Promise<unknown>): Promise<void> => {
    setSending(true);
    if ((await work) === null) return setSending(false);
    resumeRun();
  };
  const refuse = (): Promise<unknown> =>
    ask('answer', { run, gate: gate.gate, binding, answer: 'refused', text: null });
  return (
    <>
      <p className="gate-words">
        <label htmlFor={id}>{t('prompt.paste')}</label>
        <textarea
          id={id}
          rows={6}
          maxLength={MOST_REPLY}
          value={reply}
          spellCheck={false}
          onChange={(event) => setReply(event.target.value)}
        />
      </p>
      <div className="buttons">
        <button type="button" disabled={sending} onClick={() => void send(refuse())}>
          {t('prompt.refuse')}
        </button>
        <button
          type="button"
          className="main-button"
          disabled={sending || reply.trim() === ''}
          onClick={() => void send(askSession('replyByHand', { run, prompt, reply }))}
        >
          {t('prompt.give')}
        </button>
      </div>
    </>
  );
}
