import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import { Empty } from '../empty.js';
import { LongList } from '../list/long-list.js';
import { usePages } from '../list/use-pages.js';
import { columnGrid } from './column-grid.js';
import { ask, look, useLooks } from './console-state.js';
import { usePrefs } from './prefs.js';
import { RowLine } from './row-line.js';

const setFollow = (follow: boolean): void => {
  if (useLooks.getState().follow !== follow) look({ follow });
};

/** The lines of all open ports in the order in which they came. */
export function SheetLines({ view }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const { sheet, ports, zeroMs } = view;
  const { follow, target, marked } = useLooks();
  const { times, layout } = usePrefs();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [onRange] = useState(() => (first: number, last: number) => setRange({ first, last }));
  const rowAt = usePages(
    {
      key: String(sheet.number),
      count: sheet.rows,
      // A line without an end grows too: a prompt, and what is typed behind it.
      size: ports.reduce((sum, { bytes }) => sum + bytes, sheet.rows),
      load: (from, count) => ask('rows', { sheet: sheet.number, from, count }),
    },
    range.first,
    range.last,
  );
  const columns = layout === 'columns' && ports.length > 1 ? ports.map(({ id }) => id) : null;
  if (sheet.rows === 0) return <Empty what={t('ports.silent')} next={t('ports.silentNext')} />;
  return (
    <>
      {columns && <ColumnHeads columns={columns} />}
      <LongList
        count={sheet.rows}
        label={t('ports.linesOf')}
        follow={follow}
        onFollow={setFollow}
        target={target}
        onRange={onRange}
      >
        {(number) => {
          const row = rowAt(number);
          return (
            row && (
              <RowLine
                row={row}
                number={ports.findIndex(({ id }) => id === row.port)}
                ports={ports.length}
                columns={columns !== null}
                times={times}
                zeroMs={zeroMs}
                marked={marked?.port === row.port && marked.offset === row.offset}
              />
            )
          );
        }}
      </LongList>
    </>
  );
}

function ColumnHeads({ columns }: { columns: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className="column-heads" style={{ gridTemplateColumns: columnGrid(columns.length) }}>
      <span>{t('ports.time.head')}</span>
      {columns.map((id) => (
        <span key={id}>{id}</span>
      ))}
    </div>
  );
}
