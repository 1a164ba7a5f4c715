import { useEffect } from 'react';
import { abortRun, resumeRun, stepRun } from './run/run-actions.js';
import { select, TABS, useSelection } from './selection.js';
import { useSettings } from './settings/settings.js';

interface Shortcut {
  keys: readonly string[];
  /** Its line in the list of shortcuts. */
  text: 'newRun' | 'demo' | 'runs' | 'gate' | 'nextStep' | 'resume' | 'abort' | 'tabs' | 'help';
  act: (key: string) => void;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['n'], text: 'newRun', act: () => select({ dialog: 'start' }) },
  { keys: ['d'], text: 'demo', act: () => select({ dialog: 'demos' }) },
  { keys: ['l'], text: 'runs', act: () => select(({ runsFolded }) => ({ runsFolded: !runsFolded })) },
  { keys: ['g'], text: 'gate', act: () => select({ gateLater: null }) },
  { keys: ['s'], text: 'nextStep', act: stepRun },
  { keys: ['r'], text: 'resume', act: resumeRun },
  { keys: ['x'], text: 'abort', act: abortRun },
  {
    keys: TABS.map((_tab, at) => String(at + 1)),
    text: 'tabs',
    act: (key) => select({ tab: TABS[Number(key) - 1] ?? 'trace' }),
  },
  { keys: ['?'], text: 'help', act: () => select({ dialog: 'shortcuts' }) },
];

/** Keys act on the page only: not while somebody types, and not behind a dialog. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (useSettings.getState().singleKeys === 'off' || isBusy(event.target)) return;
      const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut.act(event.key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (useSelection.getState().dialog !== null || document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}
