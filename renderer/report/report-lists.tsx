import { useTranslation } from 'react-i18next';
import { answersText, candidateFacts, inputText, surenessText } from '../../shared/choice-words.js';
import type { Report } from '../../shared/report.js';
import { MetricsSchema } from '../../shared/results.js';
import { DiffLines } from '../diff/diff-lines.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

const METRICS = MetricsSchema.keyof().options;

/** The parts of a report that are lists; those that are empty are left out. */
export function ReportLists({ report }: { report: Report }) {
  const { t } = useTranslation();
  const say = useSay();
  const metrics = METRICS.filter((name) => report.metrics[name] !== undefined);
  return (
    <>
      {report.hypotheses.length > 0 && (
        <>
          <h3>{t('report.hypotheses')}</h3>
          <ol>
            {report.hypotheses.map(({ cause, confidence }) => (
              <li key={cause}>
                <VisibleText line={say(cause)} />{' '}
                <span className="quiet">{t('report.confidence', { value: confidence.toFixed(2) })}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {report.candidates.length > 0 ? (
        <CandidateList candidates={report.candidates} confidence={report.confidence} />
      ) : (
        <AlternativeList alternatives={report.alternatives} />
      )}
      {metrics.length > 0 && (
        <>
          <h3>{t('report.metrics')}</h3>
          <dl className="facts">
            {metrics.map((name) => (
              <Metric key={name} name={name} value={report.metrics[name] ?? 0} />
            ))}
          </dl>
        </>
      )}
      {report.artifacts.length > 0 && (
        <>
          <h3>{t('report.artifacts')}</h3>
          <ul className="artifacts">
            {report.artifacts.map(({ kind, path, bytes }) => (
              <li key={path}>
                {kind} <code>{path}</code>{' '}
                <span className="quiet">{t('report.bytes', { value: bytes })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function AlternativeList({ alternatives }: Pick<Report, 'alternatives'>) {
  const { t } = useTranslation();
  const say = useSay();
  if (alternatives.length === 0) return null;
  return (
    <>
      <h3>{t('report.alternatives')}</h3>
      {alternatives.map(({ patch, reason, confidence }) => (
        <details key={patch}>
          <summary>
            <VisibleText line={say(reason)} />{' '}
            <span className="quiet">{t('report.confidence', { value: confidence.toFixed(2) })}</span>
          </summary>
          <DiffLines patch={patch} label={say(reason)} />
        </details>
      ))}
    </>
  );
}

function Metric({ name, value }: { name: (typeof METRICS)[number]; value: number }) {
  const { t } = useTranslation();
  const shown = name.endsWith('_ms')
    ? t('report.seconds', { value: (value / 1000).toFixed(2) })
    : t('report.bytes', { value });
  return (
    <>
      <dt>{t(`metric.${name}`)}</dt>
      <dd>{shown}</dd>
    </>
  );
}

/** The patches that pass the visible cases, in the order of trying: what became of each, and where it differs from the first. */
function CandidateList({ candidates, confidence }: Pick<Report, 'candidates' | 'confidence'>) {
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
