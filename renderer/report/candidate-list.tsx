import { useTranslation } from 'react-i18next';
import { answersText, candidateFacts, inputText, surenessText } from '../../shared/choice-words.js';
import type { Report } from '../../shared/report.js';
import { DiffLines } from '../diff/diff-lines.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** The patches that pass the visible cases, in the order of trying: what became of each, and where it differs from the first. */
export function CandidateList({ candidates, confidence }: Pick<Report, 'candidates' | 'confidence'>) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <>
      <h3>{t('report.candidates')}</h3>
      {confidence !== null && (
        <p>
          <VisibleText line={say(surenessText(confidence))} />
        </p>
      )}
      <ol className="candidates">
        {candidates.map((candidate) => (
          <li key={candidate.patch}>
            <details>
              <summary>
                <VisibleText line={say(candidate.what)} />{' '}
                <span className="quiet">
                  <VisibleText line={candidateFacts(candidate).map(say).join('; ')} />
                </span>
              </summary>
              <DiffLines patch={candidate.patch} label={say(candidate.what)} />
            </details>
            {candidate.difference !== null && (
              <p className="quiet">
                <code>
                  <VisibleText line={inputText(candidate.difference)} />
                </code>
                {': '}
                <VisibleText line={say(answersText(candidate.difference))} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
