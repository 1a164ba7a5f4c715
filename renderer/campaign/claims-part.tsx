import { useTranslation } from 'react-i18next';
import type { CampaignPanel as Panel, ShownClaim, Attempt as Tried } from '../../shared/campaign-panel.js';
import { VERDICTS } from '../../shared/report.js';
import { inOneLine } from '../../shared/texts/words.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { EvidenceList } from './evidence-list.js';
import { Nothing } from './part.js';

/** Each attempt with its claims beside what they rest on. */
export function ClaimsPart({ run, campaign }: { run: string; campaign: Panel }) {
  const { t } = useTranslation();
  const { attempts, delivered } = campaign;
  if (attempts.length === 0) return <Nothing text={t('campaign.noClaims')} />;
  return attempts.map((attempt) => (
    <AttemptBox
      key={`${attempt.item} ${attempt.attempt}`}
      attempt={attempt}
      campaign={run}
      delivery={delivered?.run === attempt.run ? (delivered?.node ?? null) : null}
    />
  ));
}

interface Below {
  /** The run of the campaign. */
  campaign: string;
  /** Path of the node that delivered the work; null: none is known. */
  delivery: string | null;
}

function AttemptBox({ attempt, ...below }: Below & { attempt: Tried }) {
  const { t } = useTranslation();
  const say = useSay();
  const { title, review, problem, claims, verdict } = attempt;
  const known = VERDICTS.find((one) => one === verdict);
  const told = known === undefined ? verdict : t(`verdict.${known}`);
  return (
    <article className="attempt">
      <p className="attempt-head">
        <strong>
          <VisibleText line={title} />
        </strong>
        <span className="quiet">{t('campaign.attempt', { n: attempt.attempt })}</span>
        <span className={`decision decision-${review.decision}`}>
          {t(`campaign.decision.${review.decision}`)}
        </span>
        {told !== null && <span className="quiet">{t('campaign.verdict', { verdict: told })}</span>}
      </p>
      {problem !== null && (
        <p className="check-failed">
          <VisibleText line={say(inOneLine(problem))} />
        </p>
      )}
      {claims.length > 0 && (
        <ul className="claims">
          {claims.map((claim) => (
            <li key={claim.claim} className={claim.rejected === null ? 'claim' : 'claim claim-rejected'}>
              <ClaimBox claim={claim} {...below} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

const CLAIMS = ['cases', 'regression', 'committed', 'bundle'] as const;

function ClaimBox({ claim: shown, ...below }: Below & { claim: ShownClaim }) {
  const { t } = useTranslation();
  const say = useSay();
  const { claim, rejected } = shown;
  const known = CLAIMS.find((one) => one === claim);
  return (
    <>
      <p className="claim-head">
        {known === undefined ? <VisibleText line={claim} /> : t(`campaign.claim.${known}`)}
        <strong className={rejected === null ? 'check-passed' : 'check-failed'}>
          {t(rejected === null ? 'campaign.accepted' : 'campaign.rejected')}
        </strong>
        {rejected !== null && <code>{rejected.code}</code>}
      </p>
      {rejected !== null && (
        <p>
          <VisibleText line={say(inOneLine(rejected.reason))} />
        </p>
      )}
      <EvidenceList claim={shown} {...below} />
    </>
  );
}
