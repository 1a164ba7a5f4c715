import { useTranslation } from 'react-i18next';
import { openWaiting } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { parentsOf } from '../runs/tree-lines.js';
import { useWaiting } from '../waiting/queue.js';
import { Asked, Scope, Target } from '../waiting/waiting-parts.js';

/** What the runs below ask: each with the way to where it is answered. */
export function AsksBelow({ run }: { run: string }) {
  const { t } = useTranslation();
  const runs = useMirror((mirror) => mirror.runs?.runs) ?? [];
  const below = useWaiting().filter((item) => item.run !== null && parentsOf(runs, item.run).includes(run));
  if (below.length === 0) return null;
  return (
    <section className="asks-below" aria-label={t('campaign.asks')}>
      <strong>{t('campaign.asks')}</strong>
      <ul>
        {below.map((item) => (
          <li key={item.key}>
            <Scope item={item} />
            <span className="asks-what">
              <Asked item={item} />
              <Target item={item} />
            </span>
            <button type="button" className="main-button" onClick={() => void openWaiting(item)}>
              {t('campaign.answer')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
