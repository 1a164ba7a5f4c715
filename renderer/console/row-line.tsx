import { useTranslation } from 'react-i18next';
import type { PortEvent, Row } from '../../shared/ipc/console-rows.js';
import { visibleName } from '../../shared/visible-text.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { columnGrid } from './column-grid.js';
import { look } from './console-state.js';
import { shortName } from './port-name.js';
import type { TIMES } from './prefs.js';
import { relativeTime, wallTime } from './row-time.js';

/**
 * One line of a port. It is shown, never interpreted: a terminal would obey escape sequences of firmware that nobody has
 * reason to trust.
 *
 * @param props.number of the port among `ports` open ones
 * @param props.columns it stands in the column of its port
 */
export function RowLine(props: {
  row: Row;
  number: number;
  ports: number;
  columns: boolean;
  times: (typeof TIMES)[number];
  zeroMs: number;
  marked: boolean;
}) {
  const { t } = useTranslation();
  const { row, number, ports, columns, times, zeroMs, marked } = props;
  const time = times === 'relative' ? relativeTime(row, zeroMs) : times === 'wall' ? wallTime(row) : '';
  const name = `row-line${marked ? ' row-marked' : ''}${columns ? ' row-columns' : ''}`;
  return (
    <div className={name} style={columns ? { gridTemplateColumns: columnGrid(ports) } : undefined}>
      {/* With the keys a search leads to a line. */}
      <button
        type="button"
        className="row-time"
        tabIndex={-1}
        aria-label={t('ports.mark')}
        onClick={() => look({ marked: { port: row.port, offset: row.offset } })}
      >
        {time || '·'}
      </button>
      {!columns && ports > 1 && (
        <span className={`row-port row-port-${number % 4}`} title={row.port}>
          {shortName(row.port)}
        </span>
      )}
      <code
        className={row.colour ? `row-text text-${row.colour}` : 'row-text'}
        style={columns ? { gridColumn: number + 2 } : undefined}
      >
        {row.events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened at a place has its order and nothing else
          <Event key={at} event={event} />
        ))}
        <VisibleText line={row.text} />
        {row.cut && '…'}
      </code>
    </div>
  );
}

function Event({ event: { kind, count, text } }: { event: PortEvent }) {
  const { t } = useTranslation();
  const say = useSay();
  const what = kind === 'gap' && count > 0 ? 'missing' : kind;
  const told = t(`ports.event.${what}`, {
    count,
    value: count.toLocaleString(),
    text: visibleName(say(text)),
  });
  return <span className={`row-event row-event-${kind}`}>{told}</span>;
}
