import { useTranslation } from 'react-i18next';
import type { CampaignPanel as Panel } from '../../shared/campaign-panel.js';
import { inOneLine, type Words } from '../../shared/texts/words.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { inOrder } from './board.js';
import { Nothing } from './part.js';

interface Shown {
  campaign: Panel;
}

/** The items in their order, and what the review says against the plan. */
export function PlanPart({ campaign }: Shown) {
  const { t } = useTranslation();
  const { order, feedback } = campaign;
  if (order === null) return <Nothing text={t('campaign.noPlan')} />;
  return (
    <>
      <ol>
        {inOrder(campaign).map(({ id, title }) => (
          <li key={id}>
            <VisibleText line={title} />
          </li>
        ))}
      </ol>
      {feedback.length === 0 && <Nothing text={t('campaign.noObjections')} />}
      {feedback.length > 0 && (
        <>
          <h4>{t('campaign.objections')}</h4>
          <ul>
            {feedback.map(({ item, risk, count, most }) => (
              <li key={`${item} ${JSON.stringify(risk)}`}>
                <About campaign={campaign} item={item} words={risk} />{' '}
                <span className="quiet">{t('campaign.told', { count, most })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** What stays open whatever comes of it. */
export function Risks({ campaign }: Shown) {
  const { t } = useTranslation();
  const { open_risks: risks } = campaign;
  if (risks.length === 0) return <Nothing text={t('campaign.noRisks')} />;
  return (
    <ul>
      {risks.map(({ item, risk }) => (
        <li key={`${item} ${JSON.stringify(risk)}`}>
          <About campaign={campaign} item={item} words={risk} />
        </li>
      ))}
    </ul>
  );
}

/** The title of the item rather than its id. */
function About({ campaign, item, words }: Shown & { item: string; words: Words }) {
  const { t } = useTranslation();
  const say = useSay();
  const title = campaign.items.find(({ id }) => id === item)?.title;
  const about = title ?? (item === 'plan' ? t('campaign.plan') : item);
  const isOnlyOne = title !== undefined && campaign.items.length === 1;
  return <VisibleText line={[isOnlyOne ? '' : about, say(inOneLine(words))].filter(Boolean).join(': ')} />;
}
