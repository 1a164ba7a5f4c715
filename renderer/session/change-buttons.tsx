import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Yes, no, or another way: what the person writes goes back to the agent. */
export function ChangeButtons(props: {
  disabled: boolean;
  /** Parts of what is shown are refused: the whole cannot be approved. */
  refused: boolean;
  onAnswer: (answer: 'yes' | 'no' | 'change', words: string) => void;
}) {
  const { disabled, refused, onAnswer } = props;
  const { t } = useTranslation();
  const id = useId();
  const [words, setWords] = useState('');
  const hasWords = words.trim() !== '';
  return (
    <>
      <p className="gate-words">
        <label htmlFor={id}>{t('gate.changeWords')}</label>
        <textarea
          id={id}
          rows={2}
          maxLength={10_000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </p>
      <div className="buttons">
        <button type="button" disabled={disabled} onClick={() => onAnswer('no', '')}>
          {t('gate.no')}
        </button>
        <button
          type="button"
          disabled={disabled || !(refused || hasWords)}
          onClick={() => onAnswer('change', words)}
        >
          {t('gate.change')}
        </button>
        <button
          type="button"
          className="grave"
          disabled={disabled || refused || hasWords}
          onClick={() => onAnswer('yes', '')}
        >
          {t('gate.yes')}
        </button>
      </div>
    </>
  );
}
