import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from './empty.js';
import { RunsView } from './runs/runs-view.js';
import { useSelection, type ViewName } from './selection.js';

/** The views of the bench are loaded when they are first looked at: the window opens on the runs. */
const VIEWS: Record<ViewName, ComponentType> = {
  runs: RunsView,
  boards: lazy(async () => ({ default: (await import('./boards/boards-view.js')).BoardsView })),
  console: lazy(async () => ({ default: (await import('./console/console-view.js')).ConsoleView })),
  flash: lazy(async () => ({ default: (await import('./flash/flash-view.js')).FlashView })),
};

/** The view that is looked at; the others are not in the page. */
export function ChosenView() {
  const { t } = useTranslation();
  const View = VIEWS[useSelection((selection) => selection.view)];
  return (
    <Suspense fallback={<Empty what={t('common.loading')} />}>
      <View />
    </Suspense>
  );
}
