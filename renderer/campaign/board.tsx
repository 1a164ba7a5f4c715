import { useTranslation } from 'react-i18next';
import type { CampaignPanel as Panel } from '../../shared/campaign-panel.js';
import { inOneLine } from '../../shared/texts/words.js';
import type { WorkItem } from '../../shared/work-item.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { Nothing } from './part.js';

const COLUMNS = ['todo', 'doing', 'over'] as const;
type Column = (typeof COLUMNS)[number];

const COLUMN_OF: Readonly<Record<WorkItem['status'], Column>> = {
  open: 'todo',
  in_progress: 'doing',
  done: 'over',
  blocked: 'over',
  cancelled: 'over',
};

/** The items by where they stand, each column in the order of the plan. */
export function Board({ campaign }: { campaign: Panel }) {
  const { t } = useTranslation();
  const { items } = campaign;
  if (items.length === 0) return <Nothing text={t('campaign.noItem')} />;
  const ordered = inOrder(campaign);
  return (
    <div className="board">
      {COLUMNS.map((column) => (
        <section key={column} aria-label={t(`campaign.column.${column}`)}>
          <h4 className="quiet">{t(`campaign.column.${column}`)}</h4>
          {ordered
            .filter(({ status }) => COLUMN_OF[status] === column)
            .map((item) => (
              <Card key={item.id} item={item} campaign={campaign} />
            ))}
        </section>
      ))}
    </div>
  );
}

/** Items in the order of the plan; those that it does not name come behind. */
export function inOrder({ items, order }: Pick<Panel, 'items' | 'order'>): WorkItem[] {
  const place = (id: string): number => {
    const at = order?.indexOf(id) ?? -1;
    return at < 0 ? items.length : at;
  };
  return [...items].sort((a, b) => place(a.id) - place(b.id));
}

function Card({ item, campaign: { items, current } }: { item: WorkItem; campaign: Panel }) {
  const { t } = useTranslation();
  const say = useSay();
  const before = item.deps.map((id) => items.find((one) => one.id === id)?.title ?? id);
  const isCurrent = item.id === current && item.status === 'in_progress';
  return (
    <article className={`board-card board-${item.status}`} aria-current={isCurrent ? 'step' : undefined}>
      <p className="board-title">
        <VisibleText line={item.title} />
      </p>
      <p className={`board-status board-status-${item.status}`}>{t(`campaign.state.${item.status}`)}</p>
      {before.length > 0 && (
        <p className="quiet">
          <VisibleText line={t('campaign.after', { titles: before.join(', ') })} />
        </p>
      )}
      {item.failed_dispatches?.map(({ campaign, attempt, problem: { message } }) => (
        <p className="quiet" key={`${campaign} ${attempt}`}>
          <VisibleText line={t('campaign.notDispatched', { attempt, why: say(inOneLine(message)) })} />
        </p>
      ))}
    </article>
  );
}
