import { useTranslation } from 'react-i18next';
import type { ATTACHABLE, ChatView } from '../../shared/chat.js';
import { useSelection } from '../selection.js';
import { VisibleText } from '../text/visible-text.js';
import { callChat, type Take } from './mirror.js';

/** What goes with each question, and what can be attached: something of the run that is looked at, or a file. */
export function AttachedTexts({ attached, take }: { attached: ChatView['attached']; take: Take }) {
  const { t } = useTranslation();
  const run = useSelection((selection) => selection.run);
  const attach = (what: (typeof ATTACHABLE)[number]): void =>
    void (run !== null && callChat('attachRun', { run, what }).then(take));
  const hint = run === null ? t('chat.noRun') : undefined;
  return (
    <section className="chat-attached" aria-label={t('chat.attached')}>
      <p className="quiet">{attached.length === 0 ? t('chat.nothing') : t('chat.attached')}</p>
      <ul>
        {attached.map(({ name, kind, of, characters, cut }) => (
          <li key={name}>
            <code>
              <VisibleText line={t(`chat.kind.${kind}`, { of })} />
            </code>
            <span className="quiet">{t(cut ? 'chat.part' : 'chat.characters', { count: characters })}</span>
            <button
              type="button"
              aria-label={t('chat.detach', { name: t(`chat.kind.${kind}`, { of }) })}
              onClick={() => void callChat('detach', { name }).then(take)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <p className="chat-attach">
        <button type="button" disabled={run === null} title={hint} onClick={() => attach('log')}>
          {t('chat.attachLog')}
        </button>
        <button type="button" disabled={run === null} title={hint} onClick={() => attach('report')}>
          {t('chat.attachReport')}
        </button>
        <button type="button" onClick={() => void callChat('attachFile', undefined).then(take)}>
          {t('chat.attachFile')}
        </button>
      </p>
    </section>
  );
}
