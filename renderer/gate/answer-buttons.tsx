import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IN_WORDS, needsWords } from '../../shared/events.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import type { Ways } from './questions.js';

export type OnAnswer = (answer: string, text: string | null) => void;

/** A button for each choice, a field for what is answered in words, and the way out without an answer. */
export function AnswerButtons(props: {
  ways: Ways;
  /** It is a question, and no approval. */
  question: boolean;
  disabled: boolean;
  onAnswer: OnAnswer;
  /** Absent: it stands where it is until it is answered. */
  onLater?: () => void;
}) {
  const { ways, question, disabled, onAnswer, onLater } = props;
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const words = text.trim() === '' ? null : text;
  return (
    <>
      {ways.words !== 'none' && <Words isNeeded={ways.words === 'needed'} text={text} onText={setText} />}
      <div className="buttons">
        {onLater && (
          <button type="button" onClick={onLater}>
            {t('gate.later')}
          </button>
        )}
        {ways.choices === null ? (
          <YesNo question={question} disabled={disabled} onAnswer={onAnswer} />
        ) : (
          <Choices
            choices={ways.choices}
            isDisabled={(choice) => disabled || (words === null && needsWords(choice))}
            onChoice={(choice) => onAnswer(choice, words)}
          />
        )}
        {ways.words === 'needed' && (
          <button
            type="button"
            className="main-button"
            disabled={disabled || words === null}
            onClick={() => onAnswer(IN_WORDS, words)}
          >
            {t('gate.send')}
          </button>
        )}
      </div>
    </>
  );
}

function YesNo(props: { question: boolean; disabled: boolean; onAnswer: OnAnswer }) {
  const { question, disabled, onAnswer } = props;
  const { t } = useTranslation();
  return (
    <>
      <button type="button" disabled={disabled} onClick={() => onAnswer('no', null)}>
        {question ? t('gate.noQuestion') : t('gate.no')}
      </button>
      <button type="button" className="grave" disabled={disabled} onClick={() => onAnswer('yes', null)}>
        {question ? t('gate.yesQuestion') : t('gate.yes')}
      </button>
    </>
  );
}

function Choices(props: {
  choices: readonly string[];
  isDisabled: (choice: string) => boolean;
  onChoice: (choice: string) => void;
}) {
  const say = useSay();
  return props.choices.map((choice) => (
    <button
      type="button"
      key={choice}
      disabled={props.isDisabled(choice)}
      onClick={() => props.onChoice(choice)}
    >
      <VisibleText line={say(choice)} />
    </button>
  ));
}

function Words(props: { isNeeded: boolean; text: string; onText: (text: string) => void }) {
  const { isNeeded, text, onText } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <p className="gate-words">
      <label htmlFor={id}>{isNeeded ? t('gate.words') : t('gate.wordsOptional')}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={20_000}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </p>
  );
}
