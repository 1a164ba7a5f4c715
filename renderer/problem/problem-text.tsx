import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/problem.js';
import { visible } from '../../shared/visible-text.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { kindOf } from './kinds.js';

/** What happened, where, and what a person does about it. */
export function ProblemText({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <div className="problem">
      <p>
        <strong>{t(`problem.kind.${kindOf(problem.code)}`)}</strong> <code>{problem.code}</code>
      </p>
      <p className="problem-message">{visible(say(problem.message))}</p>
      {problem.where && (
        <p>
          {t('problem.where')}: <VisibleText line={say(problem.where)} />
        </p>
      )}
      {problem.next && (
        <p>
          {t('problem.next')}: <VisibleText line={say(problem.next)} />
        </p>
      )}
    </div>
  );
}
