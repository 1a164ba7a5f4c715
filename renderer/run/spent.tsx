import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SESSION_CALLS } from '../../shared/ipc/sessions.js';
import { replacedText } from '../../shared/replaced.js';
import type { Spending } from '../../shared/spending.js';
import type { RunView } from '../../shared/views.js';
import { caller } from '../client.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

const call = caller(SESSION_CALLS);

/** What the requests of a run to models used, of what it may use. Nothing where it made none. */
export function Spent({ run: { run, trace, progress } }: { run: RunView }) {
  const { t } = useTranslation();
  const say = useSay();
  const [spending, setSpending] = useState<Spending | null>(null);
  // a request is known once its step is told, and its reply with the transition that it leads to
  const moved = `${trace.length} ${progress.length}`;
  useEffect(() => {
    let isShown = true;
    void call('spending', { run }).then((told) => {
      if (isShown && moved !== '') setSpending(told.ok ? told.value : null);
    });
    return () => {
      isShown = false;
    };
  }, [run, moved]);
  if (spending === null) return null;
  const { tokens, requests, unread, replaced, budget } = spending;
  return (
    <>
      <Used name={t('spending.tokens')} used={tokens} of={budget?.tokens ?? null} />
      <Used name={t('spending.requests')} used={requests} of={budget?.requests ?? null} />
      {Object.keys(replaced).length > 0 && (
        <span className="spent">
          <VisibleText line={say(replacedText(replaced))} />
        </span>
      )}
      {unread > 0 && <span className="spent">{t('spending.unread', { count: unread })}</span>}
    </>
  );
}

function Used({ name, used, of }: { name: string; used: number; of: number | null }) {
  const { t } = useTranslation();
  const { language } = useTranslation().i18n;
  const number = (value: number): string => value.toLocaleString(language);
  if (of === null) return <span className="spent">{`${number(used)} ${name}`}</span>;
  return (
    <span className="spent">
      {t('spending.used', { name, used: number(used), of: number(of) })}{' '}
      <meter min={0} max={Math.max(of, 1)} value={Math.min(used, of)} aria-label={name} />
    </span>
  );
}
