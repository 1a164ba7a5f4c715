import { useTranslation } from 'react-i18next';
import { CAPS, type DeliveryPanel } from '../../shared/delivery.js';
import { inOneLine } from '../../shared/texts/words.js';
import type { NodeView } from '../../shared/views.js';
import { showRun } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { StatusMark } from '../runs/status-mark.js';
import { MessageForm } from '../session/message-form.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { Nothing } from './part.js';

const NO_NODES: readonly NodeView[] = [];
const STAGES = ['review', 'lint', 'test', 'commit', 'deploy'] as const;

/** The deliveries below a node: where each stands, and how often each of its states sent the work back. */
export function DeliveryPart({ run, node }: { run: string; node: NodeView }) {
  const { t } = useTranslation();
  const nodes = useMirror(({ trees }) => trees[run]?.nodes) ?? NO_NODES;
  const below = nodes.filter(({ parent, panels }) => parent === node.path && panels.delivery !== null);
  if (below.length === 0) return <Nothing text={t('campaign.noDelivery')} />;
  return (
    <ul className="runs-below">
      {below.map((one) => (
        <li key={one.path}>
          <DeliveryBelow run={run} node={one} />
        </li>
      ))}
    </ul>
  );
}

function DeliveryBelow({ run, node }: { run: string; node: NodeView }) {
  const { t } = useTranslation();
  const say = useSay();
  const owner = useMirror((mirror) => mirror.run?.owner);
  const { ending, state, panels } = node;
  return (
    <>
      <StatusMark status={ending?.status ?? null} exit={ending?.exit} />
      {ending === null && <code>{state}</code>}
      <button type="button" onClick={() => void showRun(run, node.path)}>
        {t('campaign.openDelivery')}
      </button>
      {ending !== null && (
        <span className="whole-line">
          <VisibleText line={say(inOneLine(ending.reason))} />
        </span>
      )}
      {ending === null && (
        <MessageForm run={run} node={node.path} label={t('delivery.say')} isOver={owner === 'nobody'} />
      )}
      {panels.delivery !== null && (
        <div className="caps-line">
          <span className="quiet">{`${t('delivery.tries')}:`}</span>
          <Caps retries={panels.delivery.retries} />
        </div>
      )}
    </>
  );
}

function Caps({ retries }: Pick<DeliveryPanel, 'retries'>) {
  const { t } = useTranslation();
  return (
    <dl className="caps">
      {STAGES.map((stage) => (
        <div key={stage} className={retries[stage] > 0 ? 'cap-used' : undefined}>
          <dt>{t(`delivery.${stage}`)}</dt>
          <dd>{`${retries[stage]}/${CAPS[stage]}`}</dd>
        </div>
      ))}
    </dl>
  );
}
