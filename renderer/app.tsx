import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { AboutDialog } from './about/about-dialog.js';
import { ShortcutsDialog } from './about/shortcuts-dialog.js';
import { Diagram } from './diagram/diagram.js';
import { Empty } from './empty.js';
import { WaitingGate } from './gate/gate-dialog.js';
import { ProblemBanner } from './problem/problem-banner.js';
import { Announcer } from './run/announcer.js';
import { RunHeader } from './run/run-header.js';
import { RunTabs } from './run/run-tabs.js';
import { RunsList } from './runs/runs-list.js';
import { type Dialog, select, useSelection } from './selection.js';
import { SettingsDialog } from './settings/settings-dialog.js';
import { useShortcuts } from './shortcuts.js';
import { DemosDialog } from './start/demos-dialog.js';
import { StartDialog } from './start/start-dialog.js';
import { Toolbar } from './toolbar.js';

const DIALOGS: Record<Dialog, ComponentType> = {
  start: StartDialog,
  demos: DemosDialog,
  settings: SettingsDialog,
  shortcuts: ShortcutsDialog,
  about: AboutDialog,
};

export function App() {
  const { t } = useTranslation();
  useShortcuts();
  const folded = useSelection((selection) => selection.runsFolded);
  const dialog = useSelection((selection) => selection.dialog);
  const Opened = dialog && DIALOGS[dialog];
  return (
    <>
      <a className="skip" href="#run">
        {t('app.skip')}
      </a>
      <Toolbar />
      <ProblemBanner />
      <div className="body">
        {!folded && <RunsList />}
        <main id="run" tabIndex={-1} aria-label={t('run.title')}>
          <Run />
        </main>
      </div>
      <Announcer />
      {/* One dialog at a time: a gate waits until the person has closed what they opened. */}
      {Opened ? <Opened /> : <WaitingGate />}
    </>
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
