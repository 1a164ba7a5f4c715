import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../empty.js';
import { RunHeader } from '../run/run-header.js';
import { select, useSelection } from '../selection.js';
import { RunsList } from './runs-list.js';

// The window can be used before its largest parts are there: loaded beside the first frame, not before it.
const Diagram = lazy(async () => ({ default: (await import('../diagram/diagram.js')).Diagram }));
const RunTabs = lazy(async () => ({ default: (await import('../run/run-tabs.js')).RunTabs }));

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
        <Suspense fallback={<div className="diagram" />}>
          <Diagram />
        </Suspense>
        <Suspense>{run === null ? <NoRun /> : <RunTabs />}</Suspense>
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
