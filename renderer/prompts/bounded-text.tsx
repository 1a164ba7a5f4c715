import { useTranslation } from 'react-i18next';
import { TextBox } from '../session/call-card.js';

/** Characters of one text that are drawn. */
const MOST = 100_000;

/** Untrusted text of some length; what is left out is said. */
export function BoundedText({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  return (
    <>
      <TextBox text={text.slice(0, MOST)} label={label} />
      {text.length > MOST && <p className="quiet">{t('prompt.cut', { count: text.length - MOST })}</p>}
    </>
  );
}
