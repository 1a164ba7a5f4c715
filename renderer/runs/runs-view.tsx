import { useTranslation } from 'react-i18next';
import { Empty } from '../empty.js';
import { later } from '../later.js';
import { RunHeader } from '../run/run-header.js';
import { select, useSelection } from '../selection.js';
import { RunsTree } from './runs-tree.js';

// The window can be used before its largest parts are there: loaded beside the first frame, not before it.
const Diagram = later(
  async () => (await import('../diagram/diagram.js')).Diagram,
  <div className="diagram" />,
);
const RunTabs = later(async () => (await import('../run/run-tabs.js')).RunTabs);

/** The list of runs, and the one that is looked at. */
export function RunsView() {
  const { t } = useTranslation();
  const folded = useSelection((selection) => selection.runsFolded);
  return (
    <div className="body">
      {!folded && <RunsTree />}
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
