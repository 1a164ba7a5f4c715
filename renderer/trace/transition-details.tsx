import { useTranslation } from 'react-i18next';
import type { Transition } from '../../shared/events.js';
import { visible } from '../../shared/visible-text.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';

/** Everything that is recorded of one transition. */
export function TransitionDetails({ transition }: { transition: Transition }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  const say = useSay();
  const { at, seq, from, event, to, reason, iteration, evidence, retry_count, retry_reason } = transition;
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
        <dd>{evidence.length === 0 ? t('common.none') : evidence.join(', ')}</dd>
      </dl>
    </section>
  );
}
