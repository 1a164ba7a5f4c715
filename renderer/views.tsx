import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from './empty.js';
import { later } from './later.js';
import { RunsView } from './runs/runs-view.js';
import { useSelection, type ViewName } from './selection.js';

/** The views of the bench are loaded when they are first looked at: the window opens on the runs. */
const VIEWS: Record<ViewName, ComponentType> = {
  runs: RunsView,
  boards: later(async () => (await import('./boards/boards-view.js')).BoardsView, <Loading />),
  console: later(async () => (await import('./console/console-view.js')).ConsoleView, <Loading />),
  flash: later(async () => (await import('./flash/flash-view.js')).FlashView, <Loading />),
};

/** The view that is looked at; the others are not in the page. */
export function ChosenView() {
  const View = VIEWS[useSelection((selection) => selection.view)];
  return <View />;
}

function Loading() {
  const { t } = useTranslation();
  return <Empty what={t('common.loading')} />;
}
