import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CAPS, type DeliveryPanel as Panel } from '../../shared/delivery.js';
import { Empty } from '../empty.js';
import { useMirror } from '../mirror/mirror.js';
import { useNode } from '../run/shown-node.js';
import { GateHere } from '../session/gate-here.js';
import { MessageForm } from '../session/message-form.js';
import { Listed } from './listed.js';
import { Commit, Deployment, Lint, Review, Tests } from './stages.js';

type Stage = keyof typeof CAPS;
const STAGES: readonly Stage[] = ['review', 'lint', 'test', 'commit', 'deploy'];

/** A delivery: what each state came to and how often it sent the work back, what is asked now, and the next message. */
export function DeliveryPanel() {
  const { t } = useTranslation();
  const run = useMirror((mirror) => mirror.run);
  const node = useNode();
  const delivery = node?.panels.delivery ?? null;
  if (run === null || node === null || delivery === null) return <Empty what={t('delivery.empty')} />;
  return (
    <div className="talk">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1) */}
      <section className="talk-items" tabIndex={0} aria-label={t('delivery.title')}>
        <div>
          <Stages delivery={delivery} />
          <Listed title={t('delivery.warnings')} all={delivery.warnings} />
          <Listed title={t('delivery.messages')} all={delivery.messages} />
          {node.waiting !== null && node.ending === null && <GateHere gate={node.waiting} node={node} />}
        </div>
      </section>
      {(node.parent === null || node.ending === null) && (
        <MessageForm run={run.run} node={node.path} isOver={run.owner === 'nobody'} />
      )}
    </div>
  );
}

function Stages({ delivery }: { delivery: Panel }) {
  const { t } = useTranslation();
  const cameTo: Readonly<Record<Stage, ReactNode>> = {
    review: <Review review={delivery.review} />,
    lint: <Lint lint={delivery.lint} />,
    test: <Tests tests={delivery.tests} />,
    commit: <Commit committed={delivery.committed} />,
    deploy: <Deployment delivery={delivery} />,
  };
  return (
    <table className="rounds">
      <thead>
        <tr>
          <th scope="col">{t('delivery.state')}</th>
          <th scope="col" className="round-number">
            {t('delivery.tries')}
          </th>
          <th scope="col">{t('delivery.came')}</th>
        </tr>
      </thead>
      <tbody>
        {STAGES.map((stage) => (
          <tr key={stage}>
            <th scope="row">{t(`delivery.${stage}`)}</th>
            <td>{t('delivery.of', { count: delivery.retries[stage], most: CAPS[stage] })}</td>
            <td>{cameTo[stage]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
