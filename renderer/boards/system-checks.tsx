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
      <ul className="checks">
        {checks.map(({ name, detail, next }) => (
          <li key={name} className={next === undefined ? 'quiet' : undefined}>
            {/* One sentence: that is how the texts of the core know it. */}
            {say(`${name}: ${detail}`)}
            {next !== undefined && (
              <span className="under">
                {t('problem.next')}: <code>{say(next)}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
    </BenchSection>
  );
}
