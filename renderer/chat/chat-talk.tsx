import { useTranslation } from 'react-i18next';
import type { ChatView, ShownTurn } from '../../shared/chat.js';
import { linesOf } from '../../shared/visible-text.js';
import { useStayAtEnd } from '../list/use-stay-at-end.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { ModelWords } from '../session/turn-end.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { callChat, type Take } from './mirror.js';

/** Questions, answers as far as they came, and what is asked before text is sent. */
export function ChatTalk({ view, take }: { view: ChatView; take: Take }) {
  const { t } = useTranslation();
  const box = useStayAtEnd();
  const { turns, consent } = view;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="talk-items" ref={box} tabIndex={0} aria-label={t('chat.talk')}>
      <div>
        {turns.length === 0 && <p className="quiet">{t('chat.empty')}</p>}
        {turns.map((turn, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions are only ever appended
          <Turn key={at} turn={turn} />
        ))}
        {consent !== null && <Consent consent={consent} take={take} />}
      </div>
    </section>
  );
}

function Turn({ turn }: { turn: ShownTurn }) {
  const { t } = useTranslation();
  const { question, answer, state, problem } = turn;
  return (
    <>
      <div className="said said-operator">
        <p className="quiet">{t('session.you')}</p>
        <Lines text={question} />
      </div>
      <div className="said" aria-busy={state === 'asking'}>
        {answer !== '' && <ModelWords words={answer} />}
        {(state === 'asking' || state === 'stopped') && (
          <p className="quiet" role="status">
            {t(`chat.state.${state}`)}
          </p>
        )}
        {problem !== null && <ProblemAlert problem={problem} />}
      </div>
    </>
  );
}

/** The send question, in place: a yes is bound to what is shown. */
function Consent({ consent, take }: { consent: NonNullable<ChatView['consent']>; take: Take }) {
  const { t } = useTranslation();
  const say = useSay();
  const answer = (agreed: boolean): void =>
    void callChat('answerChat', { binding: consent.binding, agreed }).then(take);
  return (
    <section className="gate-here" aria-label={t('chat.consent')}>
      <p className="gate-question">
        <strong>
          <VisibleText line={say(consent.question)} />
        </strong>
      </p>
      <div className="subject">
        {linesOf(say(consent.subject)).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
          <code key={at}>
            <VisibleText line={line} />
          </code>
        ))}
      </div>
      <div className="buttons">
        <button type="button" onClick={() => answer(false)}>
          {t('chat.dontSend')}
        </button>
        <button type="button" className="grave" onClick={() => answer(true)}>
          {t('chat.send')}
        </button>
      </div>
    </section>
  );
}

function Lines({ text }: { text: string }) {
  return linesOf(text).map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
    <p key={at}>
      <VisibleText line={line} />
    </p>
  ));
}
