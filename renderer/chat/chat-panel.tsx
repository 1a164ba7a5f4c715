import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/problem.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { AttachedTexts } from './attached-texts.js';
import { ChatForm } from './chat-form.js';
import { ChatTalk } from './chat-talk.js';
import { callChat, lookAtChat, type Take, useChat } from './mirror.js';

/** Free chat about a log, a report or a file. It uses no machine and can call nothing. */
export function ChatPanel() {
  const { t } = useTranslation();
  const view = useChat(({ view: shown }) => shown);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => void lookAtChat(), []);
  const take: Take = (result) => {
    setProblem(result.ok ? null : result.error);
    return result.ok;
  };
  return (
    <aside className="chat" aria-label={t('chat.title')}>
      <header className="chat-head">
        <h2>{t('chat.title')}</h2>
        <button type="button" onClick={() => void callChat('newChat', undefined).then(take)}>
          {t('chat.anew')}
        </button>
        <button type="button" onClick={() => select({ chat: false })}>
          {t('common.close')}
        </button>
      </header>
      <p className="chat-about quiet">{t('chat.about')}</p>
      {view === null ? (
        <p className="chat-about quiet">{t('common.loading')}</p>
      ) : (
        <>
          <ChatTalk view={view} take={take} />
          {problem !== null && <ProblemAlert problem={problem} />}
          <AttachedTexts attached={view.attached} take={take} />
          <ChatForm isAsking={view.turns.at(-1)?.state === 'asking'} take={take} />
        </>
      )}
    </aside>
  );
}
