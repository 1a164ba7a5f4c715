import { useTranslation } from 'react-i18next';
import type { CampaignPanel as Panel } from '../../shared/campaign-panel.js';
import type { Deliverable } from '../../shared/deliverables.js';
import { select } from '../selection.js';
import { Files } from './files.js';
import { Nothing } from './part.js';
import { Findings } from './research-part.js';

/** The ranked hypotheses; a model's, and the approach, stand in the file. */
export function DesignPart({ run, design }: { run: string; design: Panel['design'] }) {
  const { t } = useTranslation();
  if (design === null) return <Nothing text={t('campaign.noDesign')} />;
  const { file, hypotheses } = design;
  return (
    <>
      {hypotheses.length === 0 ? (
        <Nothing text={t('campaign.noHypothesis')} />
      ) : (
        <Findings all={hypotheses} isRanked />
      )}
      <button type="button" onClick={() => select({ dialog: 'file', file: { run, path: file.path } })}>
        {t('campaign.wholeDesign')}
      </button>
    </>
  );
}

/** What the coder is given. */
export function HandoffPart({ run, files }: { run: string; files: readonly Deliverable[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return <Nothing text={t('campaign.noHandoff')} />;
  // files of agents are named alike: the folder says whose each is
  const named = files.map((file) => ({ ...file, name: file.path.split('/handoff/').at(-1) ?? file.name }));
  return <Files run={run} files={named} />;
}
