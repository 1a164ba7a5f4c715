import { useTranslation } from 'react-i18next';
import { select, useSelection } from '../selection.js';
import { ProblemAlert } from './problem-alert.js';

/** The last call that main could not do. */
export function ProblemBanner() {
  const { t } = useTranslation();
  const problem = useSelection((selection) => selection.problem);
  if (problem === null) return null;
  return (
    <ProblemAlert problem={problem}>
      <button type="button" onClick={() => select({ problem: null })}>
        {t('common.dismiss')}
      </button>
    </ProblemAlert>
  );
}
