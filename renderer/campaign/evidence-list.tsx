import { useTranslation } from 'react-i18next';
import type { ShownClaim } from '../../shared/campaign-panel.js';
import type { EvidenceBody } from '../../shared/deliverables.js';
import { VisibleText } from '../text/visible-text.js';
import { type ConsoleEvidence, showCase, showCommit, showConsole, showReport } from './show-evidence.js';

interface Below {
  campaign: string;
  delivery: string | null;
}

/** What a claim rests on, each one click away. */
export function EvidenceList({ claim, ...below }: Below & { claim: ShownClaim }) {
  const { t } = useTranslation();
  const { evidence, pieces } = claim;
  if (evidence.length === 0) return <p className="quiet">{t('campaign.noEvidence')}</p>;
  const console = evidence.find((one) => one.kind === 'console') ?? null;
  return (
    <ul className="evidence">
      {evidence.map((one) => (
        <li key={JSON.stringify(one)}>
          <Piece evidence={one} console={console} {...below} />
        </li>
      ))}
      {pieces > evidence.length && (
        <li className="quiet">{t('campaign.pieces', { count: pieces - evidence.length })}</li>
      )}
    </ul>
  );
}

function Piece(props: Below & { evidence: EvidenceBody; console: ConsoleEvidence | null }) {
  const { evidence, console, campaign, delivery } = props;
  const { t } = useTranslation();
  if (evidence.kind === 'mock') return <strong className="mock-mark">{t('campaign.evidenceOf.mock')}</strong>;
  if (evidence.kind === 'case') return <CasePiece evidence={evidence} console={console} />;
  if (evidence.kind === 'commit') {
    const { branch, commit, by_person = false } = evidence;
    return (
      <button type="button" className="link" onClick={() => showCommit(evidence, { campaign, delivery })}>
        <VisibleText
          line={t(by_person ? 'campaign.acceptedCommit' : 'campaign.commit', {
            ...{ commit: commit.slice(0, 12), branch },
          })}
        />
      </button>
    );
  }
  const isConsole = evidence.kind === 'console';
  return (
    <button
      type="button"
      className="link"
      onClick={() => (isConsole ? void showConsole(evidence, null) : showReport(evidence))}
    >
      {t(`campaign.evidenceOf.${evidence.kind}`)}
    </button>
  );
}

/** A case, and where the console of the same run speaks of it. */
function CasePiece(props: {
  evidence: Extract<EvidenceBody, { kind: 'case' }>;
  console: ConsoleEvidence | null;
}) {
  const { evidence, console } = props;
  const { t } = useTranslation();
  const name = evidence.case;
  return (
    <>
      <button
        type="button"
        className="link"
        title={t('campaign.openCase', { name })}
        onClick={() => showCase(evidence)}
      >
        <VisibleText line={name} />
      </button>
      {console?.run === evidence.run && (
        <button
          type="button"
          className="link quiet"
          aria-label={t('campaign.consoleLine', { name })}
          title={t('campaign.consoleLine', { name })}
          onClick={() => void showConsole(console, name)}
        >
          {t('tabs.console')}
        </button>
      )}
    </>
  );
}
