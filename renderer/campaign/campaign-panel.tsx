import { useTranslation } from 'react-i18next';
import type { CampaignPanel as Panel } from '../../shared/campaign-panel.js';
import type { NodeView } from '../../shared/views.js';
import { Empty } from '../empty.js';
import { useMirror } from '../mirror/mirror.js';
import { useNode } from '../run/shown-node.js';
import { AsksBelow } from './asks-below.js';
import { Board } from './board.js';
import { ClaimsPart } from './claims-part.js';
import { DeliveryPart } from './delivery-part.js';
import { DesignPart, HandoffPart } from './design-part.js';
import { NextPart } from './next-part.js';
import { Part } from './part.js';
import { PlanPart, Risks } from './plan-part.js';
import { ResearchPart } from './research-part.js';
import { RunsPart } from './runs-part.js';

/** A campaign from its items to its evidence, in the order in which it goes; each part opens what is below it. */
export function CampaignPanel() {
  const { t } = useTranslation();
  const run = useMirror((mirror) => mirror.run?.run ?? null);
  const node = useNode();
  const campaign = node?.panels.campaign ?? null;
  if (run === null || node === null || campaign === null)
    return <Empty what={t('campaign.empty')} next={t('campaign.emptyNext')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="scroll campaign" tabIndex={0} aria-label={t('campaign.title')}>
      <AsksBelow run={run} />
      {campaign.is_mock && <p className="banner">{t('campaign.mock')}</p>}
      <Parts run={run} node={node} campaign={campaign} />
    </section>
  );
}

function Parts({ run, node, campaign }: { run: string; node: NodeView; campaign: Panel }) {
  const { t } = useTranslation();
  const { research, design, handoff, attempts } = campaign;
  return (
    <>
      <Part title={t('campaign.board')}>
        <Board campaign={campaign} />
      </Part>
      {campaign.next_steps.length > 0 && (
        <Part title={t('campaign.next')}>
          <NextPart campaign={campaign} />
        </Part>
      )}
      <Part title={t('campaign.plan')} open={attempts.length === 0}>
        <PlanPart campaign={campaign} />
      </Part>
      <Part
        title={t('campaign.research')}
        note={research.round > 0 ? t('campaign.round', { round: research.round }) : ''}
        open={design === null}
      >
        <ResearchPart run={run} node={node} campaign={campaign} />
      </Part>
      <Part title={t('campaign.design')} open={attempts.length === 0}>
        <DesignPart run={run} design={design} />
      </Part>
      <Part title={t('campaign.handoff')} open={handoff.length > 0 && attempts.length === 0}>
        <HandoffPart run={run} files={handoff} />
      </Part>
      <Part title={t('campaign.runs')}>
        <RunsPart run={run} node={node} />
      </Part>
      <Part title={t('campaign.delivery')}>
        <DeliveryPart run={run} node={node} />
      </Part>
      <Part title={t('campaign.claims')}>
        <ClaimsPart run={run} campaign={campaign} />
      </Part>
      <Part title={t('campaign.risks')}>
        <Risks campaign={campaign} />
      </Part>
    </>
  );
}
