import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortEvent, Row } from '../../shared/ipc/console-rows.js';
import { visibleName } from '../../shared/visible-text.js';
import { useSay } from '../text/use-say.js';
import { columnGrid } from './column-grid.js';
import { look } from './console-state.js';
import { InkedText } from './inked-text.js';
import { shortName } from './port-name.js';
import type { TIMES } from './prefs.js';
import { type Came, relativeTime, wallTime } from './row-time.js';
import { withoutSgr } from './sgr.js';

/**
 * One line of a port. Colours are shown, and nothing else is interpreted: a terminal would obey escape sequences of
 * firmware that nobody has reason to trust.
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
  const timeOf = (came: Came): string =>
    times === 'relative' ? relativeTime(came, zeroMs) : times === 'wall' ? wallTime(came) : '';
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
        {timeOf(row) || '·'}
      </button>
      {!columns && ports > 1 && (
        <span className={`row-port row-port-${number % 4}`} title={row.port}>
          {shortName(row.port)}
        </span>
      )}
      <code
        className={row.colour ? `row-text text-${row.colour}` : 'row-text'}
        style={columns ? { gridColumn: number + 2 } : undefined}
        // A column may have no room for all of it.
        title={columns ? visibleName(withoutSgr(row.text)) : undefined}
      >
        {row.events.map((event, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened at a place has its order and nothing else
          <Fragment key={i}>
            <InkedText line={row.text.slice(row.events[i - 1]?.at ?? 0, event.at)} />
            {/* The time of the line is not that of what comes behind. */}
            <Event event={event} time={event.at > 0 ? timeOf(event) : ''} />
          </Fragment>
        ))}
        <InkedText line={row.text.slice(row.events.at(-1)?.at ?? 0)} />
        {row.cut && '…'}
      </code>
    </div>
  );
}

/** @param props.time '' where it is that of the line */
function Event({ event: { kind, count, text, wallMs }, time }: { event: PortEvent; time: string }) {
  const { t } = useTranslation();
  const say = useSay();
  const what = kind === 'gap' && count > 0 ? 'missing' : kind;
  const told = t(`ports.event.${what}`, {
    count,
    value: count.toLocaleString(),
    text: visibleName(say(text)),
    from: wallTime({ wallMs: count }),
    to: wallTime({ wallMs }),
  });
  return (
    <span className={`row-event row-event-${kind}`}>
      {time && `${time} `}
      {told}
    </span>
  );
}
