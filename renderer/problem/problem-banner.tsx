import { useTranslation } from 'react-i18next';
import { select, useSelection } from '../selection.js';
import { ProblemText } from './problem-text.js';

/** The last call that main could not do. */
export function ProblemBanner() {
  const { t } = useTranslation();
  const problem = useSelection((selection) => selection.problem);
  if (problem === null) return null;
  return (
    <div className="banner banner-problem" role="alert">
      <ProblemText problem={problem} />
      <button type="button" onClick={() => select({ problem: null })}>
        {t('common.dismiss')}
      </button>
    </div>
  );
}
