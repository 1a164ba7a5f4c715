import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transition } from '../../shared/events.js';
import { promptsOf } from '../../shared/session-conversation.js';
import { visible } from '../../shared/visible-text.js';
import { focusItem, useRoving } from '../list/use-roving.js';
import { PromptButtons } from '../prompts/prompt-buttons.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';

/** Height of a row in CSS pixels; the style sheet has the same number. */
const ROW_HEIGHT = 24;

/** The decision trace, newest at the end; only the visible rows are in the page. */
export function TraceTable({ rows }: { rows: readonly Transition[] }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const roving = useRoving(rows.length, (index, list) => {
    virtual.scrollToIndex(index);
    // The row may have to be drawn first.
    requestAnimationFrame(() => focusItem(index, list));
  });
  const { setStop } = roving;
  useEffect(() => {
    if (box.current?.contains(document.activeElement)) return;
    setStop(rows.length - 1);
    virtual.scrollToIndex(rows.length - 1);
  }, [rows.length, setStop, virtual]);
  const chosen = rows[roving.stop];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in parts */}
      <div className="grid" role="grid" aria-label={t('trace.title')} aria-rowcount={rows.length + 1}>
        <HeadRow />
        {/* biome-ignore lint/a11y/useSemanticElements: a table body cannot be drawn in parts */}
        <div className="grid-body" ref={box} role="rowgroup" onKeyDown={roving.onKeyDown}>
          <div className="lines-all" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => (
              <Row
                key={index}
                index={index}
                row={rows[index]}
                stop={index === roving.stop}
                top={start}
                onFocus={() => setStop(index)}
              />
            ))}
          </div>
        </div>
      </div>
      {chosen && <TransitionDetails transition={chosen} />}
    </>
  );
}

function HeadRow() {
  const { t } = useTranslation();
  const heads = [
    t('trace.seq'),
    t('trace.at'),
    t('trace.from'),
    t('trace.event'),
    t('trace.to'),
    t('trace.reason'),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table body
    // biome-ignore lint/a11y/useFocusableInteractive: rows have the focus, not their heading
    <div className="row row-head" role="row" aria-rowindex={1}>
      {heads.map((head) => (
        // biome-ignore lint/a11y/useSemanticElements: see the table body
        // biome-ignore lint/a11y/useFocusableInteractive: rows have the focus, not their heading
        <span role="columnheader" key={head}>
          {head}
        </span>
      ))}
    </div>
  );
}

function Row(props: {
  row: Transition | undefined;
  index: number;
  stop: boolean;
  top: number;
  onFocus: () => void;
}) {
  const { row, index, stop, top, onFocus } = props;
  const { clock } = useTimes();
  const say = useSay();
  if (row === undefined) return null;
  const cells = [String(row.seq), clock(row.at), row.from, row.event, row.to, say(row.reason)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table body
    <div
      className="row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={stop}
      data-index={index}
      tabIndex={stop ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={onFocus}
    >
      {cells.map((cell, at) => (
        // biome-ignore lint/a11y/useSemanticElements: see the table body
        // biome-ignore lint/a11y/useFocusableInteractive: rows have the focus, not their cells
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are fixed
        <span role="gridcell" key={at}>
          <VisibleText line={cell} />
        </span>
      ))}
    </div>
  );
}

/** Everything that is recorded of one transition. */
function TransitionDetails({ transition }: { transition: Transition }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  const say = useSay();
  const { run, at, seq, from, event, to, reason, iteration, evidence, retry_count, retry_reason } =
    transition;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="details" aria-label={t('trace.details', { seq })} tabIndex={0}>
      <p className="details-head">
        <code>{from}</code> → <code>{event}</code> → <code>{to}</code>
      </p>
      <p>
        <VisibleText line={say(reason)} />
      </p>
      <dl>
        <dt>{t('trace.at')}</dt>
        <dd>{moment(at)}</dd>
        <dt>{t('trace.iteration')}</dt>
        <dd>{iteration}</dd>
        <dt>{t('trace.retries')}</dt>
        <dd>
          {retry_count}
          {retry_count > 0 && retry_reason && ` (${visible(say(retry_reason))})`}
        </dd>
        <dt>{t('trace.evidence')}</dt>
        <dd>
          <VisibleText line={evidence.length === 0 ? t('common.none') : evidence.join(', ')} />{' '}
          <PromptButtons run={run} files={promptsOf(transition)} />
        </dd>
      </dl>
    </section>
  );
}
