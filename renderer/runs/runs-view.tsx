import { useTranslation } from 'react-i18next';
import { Diagram } from '../diagram/diagram.js';
import { Empty } from '../empty.js';
import { RunHeader } from '../run/run-header.js';
import { RunTabs } from '../run/run-tabs.js';
import { select, useSelection } from '../selection.js';
import { RunsList } from './runs-list.js';

/** The list of runs, and the one that is looked at. */
export function RunsView() {
  const { t } = useTranslation();
  const folded = useSelection((selection) => selection.runsFolded);
  return (
    <div className="body">
      {!folded && <RunsList />}
      <main id="main" tabIndex={-1} aria-label={t('run.title')}>
        <Run />
      </main>
    </div>
  );
}

function Run() {
  const run = useSelection((selection) => selection.run);
  return (
    <>
      <RunHeader />
      <div className="run-body">
        <Diagram />
        {run === null ? <NoRun /> : <RunTabs />}
      </div>
    </>
  );
}

function NoRun() {
  const { t } = useTranslation();
  return (
    <Empty what={t('runs.empty')} next={t('runs.emptyNext')}>
      <button type="button" className="main-button" onClick={() => select({ dialog: 'demos' })}>
        {t('demos.title')}
      </button>
    </Empty>
  );
}
