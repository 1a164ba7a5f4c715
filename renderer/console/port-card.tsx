import { useTranslation } from 'react-i18next';
import type { Gaps, OpenPort } from '../../shared/ipc/console-view.js';
import { visibleName } from '../../shared/visible-text.js';
import { ProblemText } from '../problem/problem-text.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { ask } from './console-state.js';
import { frameOf } from './open-port-form.js';
import { wallTime } from './row-time.js';

/** Length of a break, ms: longer than a frame at 300 baud. */
const BREAK_MS = 250;

/** A port: how it stands, and its control lines. */
export function PortCard({ port }: { port: OpenPort }) {
  const { t } = useTranslation();
  const { id, path, settings, state, bytes, gaps, problem } = port;
  const shown = visibleName(path);
  return (
    <li className={`port-card port-${state}`}>
      <strong className="port-name" title={visibleName(id)}>
        {shown}
      </strong>
      <span className="quiet">
        {settings.baud} {frameOf(settings)}
      </span>
      <State port={port} />
      <span className="quiet">{t('ports.bytes', { value: bytes.toLocaleString() })}</span>
      {state !== 'failed' && <Missing gaps={gaps} />}
      <span className="gap" />
      <ControlLines port={port} />
      {state === 'failed' && (
        <button type="button" onClick={() => void ask('openPort', { port: id, settings })}>
          {t('ports.openAgain')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('ports.closeOf', { port: shown })}
        onClick={() => void ask('closePort', { port: id })}
      >
        {t('common.close')}
      </button>
      {problem && state === 'failed' && <ProblemText problem={problem} />}
    </li>
  );
}

/** Bytes that the device said and that are not here. */
function Missing({ gaps: { count, bytes, unwatched } }: { gaps: Gaps }) {
  const { t } = useTranslation();
  if (count === 0 && unwatched === null) return <span className="quiet">{t('ports.noGaps')}</span>;
  return (
    <>
      {count > 0 && (
        <span className="port-gaps">{t('ports.gaps', { count, bytes: bytes.toLocaleString() })}</span>
      )}
      {unwatched && (
        <span className="port-gaps">
          {t('ports.unwatched', {
            from: wallTime({ wallMs: unwatched.from }),
            to: wallTime({ wallMs: unwatched.to }),
          })}
        </span>
      )}
    </>
  );
}

function State({ port: { state, since, detail } }: { port: OpenPort }) {
  const { t } = useTranslation();
  const say = useSay();
  const { clock } = useTimes();
  const values = { time: clock(new Date(since).toISOString()), detail: visibleName(say(detail)) };
  return (
    <span className="port-state" role="status">
      {t(`ports.state.${state}`, values)}
    </span>
  );
}

function ControlLines({ port: { id, lines, state } }: { port: OpenPort }) {
  const { t } = useTranslation();
  const why = lines === null ? t('ports.noLines') : undefined;
  const off = lines === null || state !== 'open';
  return (
    <span className="port-lines" title={why}>
      {(['dtr', 'rts'] as const).map((name) => (
        <button
          type="button"
          key={name}
          disabled={off}
          aria-pressed={lines?.[name] ?? false}
          aria-description={why}
          onClick={() => void ask('setLines', { port: id, lines: { [name]: !lines?.[name] } })}
        >
          {name.toUpperCase()}
        </button>
      ))}
      <button
        type="button"
        disabled={off}
        aria-description={why}
        onClick={() => void ask('sendBreak', { port: id, ms: BREAK_MS })}
      >
        {t('ports.break')}
      </button>
    </span>
  );
}
