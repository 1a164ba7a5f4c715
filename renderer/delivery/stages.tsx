import { useTranslation } from 'react-i18next';
import type { DeliveryPanel as Panel, ProfileTest } from '../../shared/delivery.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { Listed } from './listed.js';

function NotYet() {
  const { t } = useTranslation();
  return <span className="quiet">{t('delivery.nothing')}</span>;
}

/** What the review found. */
export function Review({ review }: Pick<Panel, 'review'>) {
  const { t } = useTranslation();
  const say = useSay();
  if (review === null) return <NotYet />;
  const all = [
    ...review.issues.map((one) => ({ one, isIssue: true })),
    ...review.remarks.map((one) => ({ one, isIssue: false })),
  ];
  if (all.length === 0) return <>{`${review.by}: ${t('delivery.clean')}`}</>;
  return (
    <ul>
      {all.map(({ one, isIssue }) => (
        <li key={`${one.angle} ${one.where} ${say(one.what)}`}>
          {isIssue && <strong className="check-failed">{`${t('delivery.issue')}: `}</strong>}
          <VisibleText line={[one.angle, one.where, say(one.what)].filter(Boolean).join(': ')} />
        </li>
      ))}
    </ul>
  );
}

/** The checks, by their commands. */
export function Lint({ lint }: Pick<Panel, 'lint'>) {
  const { t } = useTranslation();
  if (lint.length === 0) return <NotYet />;
  return (
    <ul>
      {lint.map(({ argv, status }) => (
        <li key={argv.join(' ')} className={`check-${status}`}>
          <VisibleText line={`${argv.join(' ')}: ${t(`rounds.status.${status}`)}`} />
        </li>
      ))}
    </ul>
  );
}

/** The cases, by profile. */
export function Tests({ tests }: Pick<Panel, 'tests'>) {
  if (tests.length === 0) return <NotYet />;
  return (
    <ul>
      {tests.map((test) => (
        <TestLine key={test.profile} test={test} />
      ))}
    </ul>
  );
}

function TestLine({ test: { profile, passed, failed, problem } }: { test: ProfileTest }) {
  const { t } = useTranslation();
  const say = useSay();
  const isGood = failed.length === 0 && problem === null;
  const names = failed.map(({ name }) => name).join(', ');
  return (
    <li className={isGood ? 'check-passed' : 'check-failed'}>
      {`${profile}: ${t('delivery.passed', { count: passed })}, ${t('delivery.failed', { count: failed.length })} `}
      <VisibleText line={[names, problem === null ? '' : say(problem)].filter(Boolean).join(' ')} />
    </li>
  );
}

/** The commit and its branch. */
export function Commit({ committed }: Pick<Panel, 'committed'>) {
  const say = useSay();
  if (committed === null) return <NotYet />;
  const { commit, branch, message, notes } = committed;
  return (
    <>
      <p>
        <code>{commit.slice(0, 12)}</code> <VisibleText line={branch} />
      </p>
      <p>
        <VisibleText line={message.split('\n')[0] ?? ''} />
      </p>
      <Listed title="" all={notes.map(say)} />
    </>
  );
}

/** What was written to boards, and what was put back. */
export function Deployment({ delivery: { deployed, rolled_back } }: { delivery: Panel }) {
  const { t } = useTranslation();
  const say = useSay();
  if (deployed.length + rolled_back.length === 0) return <NotYet />;
  return (
    <ul>
      {deployed.map(({ profile, board, image }) => (
        <li key={profile} className="check-passed">{`${board}: ${image.slice(0, 12)}`}</li>
      ))}
      {rolled_back.map(({ profile, board, problem }) => (
        <li key={profile} className={problem === null ? '' : 'check-failed'}>
          <VisibleText
            line={`${board}: ${problem === null ? t('delivery.putBack') : say(problem.message)}`}
          />
        </li>
      ))}
    </ul>
  );
}
