import { useTranslation } from 'react-i18next';
import type { SessionPanel } from '../../shared/session-panel.js';
import { linesOf } from '../../shared/visible-text.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** What a turn came to; a model's own words are marked as such. */
export function TurnEnd({ panel }: { panel: SessionPanel }) {
  const { t } = useTranslation();
  const say = useSay();
  const { summary, branch } = panel;
  if (summary === null) return null;
  const { text, model, files_changed: files, verification, manual_steps: steps } = summary;
  return (
    <div className="turn-end">
      <p>
        <strong>
          <VisibleText line={say(text)} />
        </strong>
      </p>
      {model !== null && <ModelWords words={model} />}
      <dl className="facts">
        {files.length > 0 && (
          <>
            <dt>{t('session.files')}</dt>
            <dd>
              <VisibleText line={files.join(', ')} />
            </dd>
          </>
        )}
        <dt>{t('session.checked')}</dt>
        <dd>{t(`session.verification.${verification}`)}</dd>
        {branch !== null && (
          <>
            <dt>{t('session.branch')}</dt>
            <dd>
              <code>
                <VisibleText line={branch} />
              </code>
            </dd>
          </>
        )}
      </dl>
      {steps.length > 0 && (
        <>
          <p>{t('session.youCan')}</p>
          <ul>
            {steps.map((step) => (
              <li key={say(step)}>
                <VisibleText line={say(step)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Words of a model, never to be taken for Benchloop's. */
export function ModelWords({ words }: { words: string }) {
  const { t } = useTranslation();
  return (
    <blockquote className="model-words">
      <p className="quiet">{t('session.model')}</p>
      {linesOf(words).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
        <p key={at}>
          <VisibleText line={line} />
        </p>
      ))}
    </blockquote>
  );
}
