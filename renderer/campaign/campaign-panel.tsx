import { useTranslation } from 'react-i18next';
import type { CampaignPanel as Panel, Stage } from '../../shared/campaign.js';
import { inOneLine } from '../../shared/texts/words.js';
import type { WorkItem } from '../../shared/work-item.js';
import { showRun } from '../actions.js';
import { Empty } from '../empty.js';
import { useNode } from '../run/shown-node.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** A campaign as a board: each item with its attempts, their claims, and the runs that they rest on; then the open risks. */
export function CampaignPanel() {
  const { t } = useTranslation();
  const say = useSay();
  const campaign = useNode()?.panels.campaign ?? null;
  if (campaign === null || campaign.items.length === 0)
    return <Empty what={t('campaign.empty')} next={t('campaign.emptyNext')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="scroll" tabIndex={0} aria-label={t('campaign.title')}>
      {campaign.is_mock && <p>{t('campaign.mock')}</p>}
      <table className="rounds">
        <thead>
          <tr>
            <th scope="col">{t('campaign.item')}</th>
            <th scope="col">{t('campaign.status')}</th>
            <th scope="col">{t('campaign.attempts')}</th>
          </tr>
        </thead>
        <tbody>
          {campaign.items.map((item) => (
            <ItemRow key={item.id} item={item} campaign={campaign} />
          ))}
        </tbody>
      </table>
      {campaign.open_risks.length > 0 && (
        <>
          <h3>{t('campaign.risks')}</h3>
          <ul>
            {campaign.open_risks.map(({ item, risk }) => (
              <li key={`${item} ${JSON.stringify(risk)}`}>
                <VisibleText line={`${item}: ${say(inOneLine(risk))}`} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ItemRow({ item, campaign }: { item: WorkItem; campaign: Panel }) {
  const { t } = useTranslation();
  const stages = campaign.stages.filter((stage) => stage.item === item.id);
  return (
    <tr>
      <th scope="row">
        <VisibleText line={item.title} />
      </th>
      <td>
        {t(`campaign.state.${item.status}`)}
        {item.id === campaign.current && item.status === 'in_progress' && (
          <p className="quiet">{t('campaign.current', { count: campaign.findings })}</p>
        )}
      </td>
      <td>
        {stages.length === 0 ? (
          <span className="quiet">{t('common.none')}</span>
        ) : (
          stages.map((stage) => <Attempt key={stage.attempt} stage={stage} />)
        )}
      </td>
    </tr>
  );
}

/** What an attempt came to: its decision, what was accepted and what was rejected, and why. */
function Attempt({ stage: { attempt, run, verdict, branch, review } }: { stage: Stage }) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <div>
      <p>
        <strong>{`${attempt}. ${t(`campaign.decision.${review.decision}`)}`}</strong> {verdict}
      </p>
      {branch !== null && <p className="mono">{branch}</p>}
      {review.accepted_claims.length > 0 && (
        <p>{t('campaign.accepted', { claims: review.accepted_claims.join(', ') })}</p>
      )}
      {review.rejected_claims.map(({ claim, code, reason }) => (
        <p key={claim}>
          {`${t('campaign.rejected', { claim, code })}: `}
          <VisibleText line={say(inOneLine(reason))} />
        </p>
      ))}
      {run !== null && (
        <button type="button" onClick={() => void showRun(run)}>
          {t('campaign.open', { run })}
        </button>
      )}
    </div>
  );
}
