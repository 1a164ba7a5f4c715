import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAIN } from '../../shared/events.js';
import { noTestRan } from '../../shared/no-test-ran.js';
import { Empty } from '../empty.js';
import { useMirror } from '../mirror/mirror.js';
import { useNode } from '../run/shown-node.js';
import { useSelection } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { CaseTable } from './case-table.js';

/** Every case with its status in the baseline and now. */
export function TestsPanel() {
  const { t } = useTranslation();
  const say = useSay();
  const [failingOnly, setFailingOnly] = useState(false);
  const node = useNode();
  const target = useSelection(({ place }) => (place?.kind === 'case' ? place.name : null));
  const cases = node?.panels.cases ?? [];
  const report = useMirror(({ run }) => run?.report);
  const silent = report && node?.path === MAIN && noTestRan(report);
  if (silent && cases.length === 0) return <Empty what={say(silent)} />;
  if (cases.length === 0) return <Empty what={t('tests.empty')} next={t('tests.emptyNext')} />;
  const passed = cases.filter((row) => row.status === 'pass').length;
  const shown = failingOnly ? cases.filter((row) => row.status !== 'pass') : cases;
  return (
    <div className="tests">
      <p className="summary">
        <span>{silent ? say(silent) : t('tests.summary', { passed, total: cases.length })}</span>
        <label>
          <input
            type="checkbox"
            checked={failingOnly}
            onChange={(event) => setFailingOnly(event.target.checked)}
          />
          {t('tests.failingOnly')}
        </label>
      </p>
      {shown.length === 0 ? <Empty what={t('tests.allPass')} /> : <CaseTable cases={shown} target={target} />}
    </div>
  );
}
