import { useTranslation } from 'react-i18next';
import type { FlashJob } from '../../shared/ipc/flash.js';
import { BenchSection } from '../bench-section.js';
import { GateDialog } from '../gate/gate-dialog.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select, useSelection } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { askFlash } from './mirror.js';

/** The flash that runs, or how the last one ended. */
export function JobPanel({ job, onLeave }: { job: FlashJob; onLeave: () => void }) {
  const { t } = useTranslation();
  const say = useSay();
  const names = { image: say(job.image), title: say(job.profile.title) };
  return (
    <>
      <BenchSection title={job.result === null ? t('flash.running', names) : t('flash.ended', names)}>
        {job.result === null ? <Running job={job} /> : <Ended job={job} onLeave={onLeave} />}
      </BenchSection>
      <BenchSection title={t('flash.stages')}>
        <StageList job={job} />
      </BenchSection>
    </>
  );
}

function Running({ job }: { job: FlashJob }) {
  const { t } = useTranslation();
  const say = useSay();
  const { dialog, flashLater } = useSelection();
  const { asked, waiting, begun, cancelling } = job;
  const isShown = asked !== null && flashLater !== asked.binding && dialog === null;
  return (
    <>
      <Progress job={job} />
      {waiting !== null && <p className="banner">{say(waiting)}</p>}
      <div className="buttons">
        {begun && !cancelling && <span className="quiet">{t('flash.cancelBegun')}</span>}
        {cancelling && <span>{t('flash.cancelling')}</span>}
        <button type="button" disabled={cancelling} onClick={() => void askFlash('cancelFlash', undefined)}>
          {t('flash.cancel')}
        </button>
      </div>
      {isShown && (
        <GateDialog
          waitingKey={`flash ${asked.binding}`}
          gate={{ ...asked, scope: 'flash', risk: null, reasons: [] }}
          onAnswer={async (answered) => {
            const answer = answered === 'yes' ? 'yes' : 'no';
            return (await askFlash('answerFlash', { binding: asked.binding, answer })) !== null;
          }}
          onLater={() => select({ flashLater: asked.binding })}
        />
      )}
    </>
  );
}

function Progress({ job: { stage, done, total, rate, eta_ms } }: { job: FlashJob }) {
  const { t } = useTranslation();
  const name = t(`flash.stage.${stage}`);
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
  return (
    <>
      <p className="stage-line">
        <strong>{name}</strong>
        {total > 0 && <span className="number">{t('flash.stageBytes', { done, total })}</span>}
        {rate !== null && (
          <span className="number">{t('flash.rate', { rate: (rate / 1000).toFixed(1) })}</span>
        )}
        {eta_ms !== null && (
          <span className="number">{t('flash.eta', { seconds: Math.ceil(eta_ms / 1000) })}</span>
        )}
      </p>
      {stage !== 'asking' && (
        <p>
          <progress
            className="wide-progress"
            aria-label={name}
            {...(total > 0 && { value: done, max: total })}
          />
        </p>
      )}
      <Spoken text={t('flash.announce', { stage: name, percent: percent - (percent % 25) })} />
    </>
  );
}

/** Tells a screen reader each stage, and each quarter of it. */
function Spoken({ text }: { text: string }) {
  return (
    <div className="spoken" aria-live="polite" role="status">
      {text}
    </div>
  );
}

function Ended({ job: { result }, onLeave }: { job: FlashJob; onLeave: () => void }) {
  const { t } = useTranslation();
  if (result === null) return null;
  return (
    <>
      {result.outcome === 'failed' ? (
        <ProblemAlert problem={result.problem} />
      ) : (
        <div className={`banner ${result.verifies === 'echo' ? 'banner-gate' : 'banner-done'}`} role="status">
          <div>
            <p>
              <strong>{t(`flash.done.${result.verifies}`)}</strong>
            </p>
            <p className="under">
              <code>{result.board}</code> · {t('flash.hash')} <code>{result.sha256}</code> ·{' '}
              {t('flash.took', { seconds: (result.ms / 1000).toFixed(1) })}
            </p>
          </div>
        </div>
      )}
      <div className="buttons">
        <button type="button" className="main-button" onClick={onLeave}>
          {t('flash.another')}
        </button>
      </div>
    </>
  );
}

/** The stages that are over, each with its bytes and its time. */
function StageList({ job: { past } }: { job: FlashJob }) {
  const { t } = useTranslation();
  if (past.length === 0) return <p className="quiet">–</p>;
  return (
    <ol className="stages">
      {past.map(({ stage, bytes, ms }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stage can come twice, and the list only grows
        <li key={at}>
          {t(`flash.stage.${stage}`)}
          {bytes > 0 && <span className="number"> {t('flash.bytes', { count: bytes })}</span>}
          <span className="number quiet"> {t('flash.took', { seconds: (ms / 1000).toFixed(1) })}</span>
        </li>
      ))}
    </ol>
  );
}
