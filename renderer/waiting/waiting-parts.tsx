import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingItem } from '../../shared/views.js';
import { ask } from '../actions.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';

interface Shown {
  item: WaitingItem;
}

/** What kind of consent is asked, and how risky the product takes it to be. */
export function Scope({ item: { scope, risk } }: Shown) {
  const { t } = useTranslation();
  return (
    <span className="waiting-scope">
      <strong>{scope === 'resume' ? t('waiting.resumeScope') : t(`gate.scope.${scope}`)}</strong>
      {risk !== null && <span className="waiting-risk">{t('waiting.risk', { value: risk.toFixed(2) })}</span>}
    </span>
  );
}

export function Asked({ item: { question } }: Shown) {
  return <VisibleText line={useSay()(question)} />;
}

/** Which run asks, or which board is to be flashed. */
export function Target({ item: { goal, run } }: Shown) {
  const say = useSay();
  return (
    <span className="waiting-target quiet">
      <VisibleText line={run === null ? say(goal) : goal} />
      {run !== null && <code>{run}</code>}
    </span>
  );
}

/** Of `Age`, ms. */
const TICK_MS = 30_000;
const MINUTE_MS = 60_000;
const STEPS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Since when, in words that the eye compares; the moment itself is in the tooltip. */
export function Age({ item: { since, scope } }: Shown) {
  const { t, i18n } = useTranslation();
  const { moment } = useTimes();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  const minutes = Math.floor((Math.max(now, Date.parse(since)) - Date.parse(since)) / MINUTE_MS);
  const [unit, size] = STEPS.find(([, length]) => minutes >= length) ?? [null, 1];
  const age =
    unit === null
      ? t('waiting.justNow')
      : new Intl.RelativeTimeFormat(i18n.language).format(-Math.floor(minutes / size), unit);
  const told = scope === 'resume' ? 'waiting.sinceInterrupted' : 'waiting.since';
  return (
    <time className="waiting-age quiet" dateTime={since} title={t(told, { time: moment(since) })}>
      {age}
    </time>
  );
}

export function OpenButton({ item, onOpen }: Shown & { onOpen: (item: WaitingItem) => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" onClick={() => onOpen(item)}>
      {item.scope === 'resume' ? t('waiting.openRun') : t('waiting.open')}
    </button>
  );
}

/** A run that was interrupted can be had go on from wherever the person is. */
export function ResumeButton({ item: { run, scope } }: Shown) {
  const { t } = useTranslation();
  if (scope !== 'resume' || run === null) return null;
  return (
    <button type="button" onClick={() => void ask('resume', { run, pace: 'full' })}>
      {t('waiting.resume')}
    </button>
  );
}
