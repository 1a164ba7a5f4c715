import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseRow } from '../../shared/views.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** Height of a row of one line, in CSS pixels; a longer message makes it higher. */
const ROW_HEIGHT = 24;

/** Which columns there are: those in which no case has anything are left out. */
interface Columns {
  baseline: boolean;
  message: boolean;
  place: boolean;
}

/** A table of cases of which only the visible rows are in the page. `target`: the case that is led to. */
export function CaseTable({ cases, target }: { cases: readonly CaseRow[]; target: string | null }) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: cases.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const led = target === null ? -1 : cases.findIndex(({ name }) => name === target);
  useEffect(() => {
    if (led >= 0) virtual.scrollToIndex(led, { align: 'center' });
  }, [led, virtual]);
  const shown = virtual.getVirtualItems();
  const columns = {
    baseline: cases.some((row) => row.baseline !== null),
    message: cases.some((row) => row.message),
    place: cases.some((row) => row.location),
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="scroll" ref={box} tabIndex={0} aria-label={t('tests.title')}>
      <table className="cases" aria-rowcount={cases.length + 1}>
        <Head columns={columns} />
        <Space height={shown[0]?.start ?? 0} />
        <tbody>
          {shown.map(({ index }) => (
            <Case
              key={index}
              index={index}
              row={cases[index]}
              isLedTo={index === led}
              columns={columns}
              rowRef={virtual.measureElement}
            />
          ))}
        </tbody>
        <Space height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
      </table>
    </section>
  );
}

/** Stands for rows that are not in the page. */
function Space({ height }: { height: number }) {
  return (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );
}

function Head({ columns }: { columns: Columns }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{t('tests.name')}</th>
        {columns.baseline && (
          <th scope="col" className="case-status">
            {t('tests.baseline')}
          </th>
        )}
        <th scope="col" className="case-status">
          {t('tests.now')}
        </th>
        {columns.message && (
          <th scope="col" className="case-message">
            {t('tests.message')}
          </th>
        )}
        {columns.place && (
          <th scope="col" className="case-place">
            {t('tests.place')}
          </th>
        )}
      </tr>
    </thead>
  );
}

function Case(props: {
  row: CaseRow | undefined;
  index: number;
  /** The person was led to it. */
  isLedTo: boolean;
  columns: Columns;
  rowRef: Ref<HTMLTableRowElement>;
}) {
  const { row, index, isLedTo, columns, rowRef } = props;
  const say = useSay();
  if (row === undefined) return null;
  return (
    <tr ref={rowRef} data-index={index} aria-rowindex={index + 2} aria-current={isLedTo ? 'true' : undefined}>
      <th scope="row">
        <VisibleText line={row.name} />
      </th>
      {columns.baseline && (
        <td>
          <Status status={row.baseline ?? 'unknown'} />
        </td>
      )}
      <td>
        <Status status={row.status} />
      </td>
      {columns.message && (
        <td>
          <VisibleText line={say(row.message ?? '')} />
        </td>
      )}
      {columns.place && <td>{row.location && `${row.location.file}:${row.location.line}`}</td>}
    </tr>
  );
}

function Status({ status }: { status: CaseRow['status'] | 'unknown' }) {
  const { t } = useTranslation();
  return <span className={`case case-${status}`}>{t(`case.${status}`)}</span>;
}
