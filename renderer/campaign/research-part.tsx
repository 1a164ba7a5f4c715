import { useTranslation } from 'react-i18next';
import type { CampaignPanel as Panel, ShownAgent } from '../../shared/campaign-panel.js';
import type { MemoryLine } from '../../shared/deliverables.js';
import { inOneLine } from '../../shared/texts/words.js';
import type { NodeView } from '../../shared/views.js';
import { showRun } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { Files } from './files.js';
import { Nothing } from './part.js';

interface Shown {
  run: string;
  node: NodeView;
  campaign: Panel;
}

/** Each agent: whether it still looks, what it found, and why it brought nothing. */
export function ResearchPart({ run, node, campaign: { research } }: Shown) {
  const { t } = useTranslation();
  if (research.agents.length === 0) return <Nothing text={t('campaign.noResearch')} />;
  return (
    <ul className="agents">
      {research.agents.map((agent) => (
        <li key={agent.agent}>
          <Agent run={run} node={node} agent={agent} />
        </li>
      ))}
    </ul>
  );
}

function Agent({ run, node, agent: shown }: { run: string; node: NodeView; agent: ShownAgent }) {
  const { t } = useTranslation();
  const say = useSay();
  const { agent, state, why, findings, found, files } = shown;
  const below = useChild(run, node.path, shown.kind);
  return (
    <>
      <p className="agent-head">
        <strong>{t(`campaign.agent.${agent}`)}</strong>
        <span className={`agent-state agent-${state}`}>{t(`campaign.agentState.${state}`)}</span>
        {state === 'working' && below !== null && <code className="quiet">{below.state}</code>}
        {found > 0 && <span className="quiet">{t('campaign.found', { count: found })}</span>}
        {below !== null && (
          <button type="button" onClick={() => void showRun(run, below.path)}>
            {t('campaign.openAgent')}
          </button>
        )}
      </p>
      {why !== null && (
        <p className="check-failed">
          <VisibleText line={say(inOneLine(why))} />
        </p>
      )}
      {findings.length > 0 && <Findings all={findings} />}
      {found > findings.length && (
        <p className="quiet">{t('campaign.more', { count: found - findings.length })}</p>
      )}
      <Files run={run} files={files} />
    </>
  );
}

/** Lines of a repository, of earlier runs or of a model: untrusted, and as text. */
export function Findings({ all, isRanked = false }: { all: readonly MemoryLine[]; isRanked?: boolean }) {
  const { t } = useTranslation();
  const List = isRanked ? 'ol' : 'ul';
  return (
    <List>
      {all.map(({ agent_id, n, kind, text, weight }) => (
        <li key={`${agent_id} ${n}`} className={kind === 'words' ? 'model-words' : undefined}>
          <span className="quiet">{`${t(`campaign.kind.${kind}`)} `}</span>
          <VisibleText line={text} />{' '}
          <span className="quiet">
            {t('campaign.weight', { weight })}
            {isRanked && `, ${t('campaign.by', { agent: t(`campaign.agent.${agent_id}`) })}`}
          </span>
        </li>
      ))}
    </List>
  );
}

/** The newest node of that kind below a node. */
const useChild = (run: string, parent: string, kind: string): NodeView | null =>
  useMirror(
    ({ trees }) =>
      trees[run]?.nodes.findLast((one) => one.parent === parent && one.path.endsWith(`.${kind}`)) ?? null,
  );
