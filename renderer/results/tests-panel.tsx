import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseRow } from '../../shared/views.js';
import { Empty } from '../empty.js';
import { useMirror } from '../mirror/mirror.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** Every case with its status in the baseline and now. */
export function TestsPanel() {
  const { t } = useTranslation();
  const [failingOnly, setFailingOnly] = useState(false);
  const cases = useMirror((mirror) => mirror.run?.cases) ?? [];
  if (cases.length === 0) return <Empty what={t('tests.empty')} next={t('tests.emptyNext')} />;
  const passed = cases.filter((row) => row.status === 'pass').length;
  const shown = failingOnly ? cases.filter((row) => row.status !== 'pass') : cases;
  return (
    <div className="tests">
      <p className="summary">
        <span>{t('tests.summary', { passed, total: cases.length })}</span>
        <label>
          <input
            type="checkbox"
            checked={failingOnly}
            onChange={(event) => setFailingOnly(event.target.checked)}
          />
          {t('tests.failingOnly')}
        </label>
      </p>
      {shown.length === 0 ? <Empty what={t('tests.allPass')} /> : <CaseTable cases={shown} />}
    </div>
  );
}

/** Columns in which no case has anything are left out. */
function CaseTable({ cases }: { cases: readonly CaseRow[] }) {
  const { t } = useTranslation();
  const say = useSay();
  const baseline = cases.some((row) => row.baseline !== null);
  const message = cases.some((row) => row.message);
  const place = cases.some((row) => row.location);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="scroll" tabIndex={0} aria-label={t('tests.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('tests.name')}</th>
            {baseline && <th scope="col">{t('tests.baseline')}</th>}
            <th scope="col">{t('tests.now')}</th>
            {message && <th scope="col">{t('tests.message')}</th>}
            {place && <th scope="col">{t('tests.place')}</th>}
          </tr>
        </thead>
        <tbody>
          {cases.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <VisibleText line={row.name} />
              </th>
              {baseline && (
                <td>
                  <Status status={row.baseline ?? 'unknown'} />
                </td>
              )}
              <td>
                <Status status={row.status} />
              </td>
              {message && (
                <td className="wide">
                  <VisibleText line={say(row.message ?? '')} />
                </td>
              )}
              {place && <td>{row.location && `${row.location.file}:${row.location.line}`}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Status({ status }: { status: CaseRow['status'] | 'unknown' }) {
  const { t } = useTranslation();
  return <span className={`case case-${status}`}>{t(`case.${status}`)}</span>;
}
