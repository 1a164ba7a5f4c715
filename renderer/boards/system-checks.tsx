import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../shared/ipc.js';
import { BenchSection } from '../bench-section.js';
import { useSay } from '../text/use-say.js';
import { askBoards } from './mirror.js';

/** What of this computer lets ports be opened, or stands in the way of it, and what to do about it. */
export function SystemChecks() {
  const { t } = useTranslation();
  const say = useSay();
  const [checks, setChecks] = useState<Output<'systemChecks'> | null>(null);
  useEffect(() => {
    void askBoards('systemChecks', undefined).then(setChecks);
  }, []);
  if (checks === null) return null;
  return (
    <BenchSection title={t('boards.computer')}>
      <dl className="checks">
        {checks.map(({ name, detail, next }) => (
          <div key={name}>
            <dt>{say(name)}</dt>
            <dd className={next === undefined ? 'quiet' : undefined}>
              {say(detail)}
              {next !== undefined && (
                <span className="under">
                  {t('problem.next')}: <code>{say(next)}</code>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </BenchSection>
  );
}
