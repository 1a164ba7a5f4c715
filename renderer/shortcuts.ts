import { useEffect } from 'react';
import { machineShown } from './actions.js';
import { resumeRun, stepRun } from './run/run-actions.js';
import { select, tabsOf, useSelection, VIEW_NAMES, type ViewName } from './selection.js';
import { useSettings } from './settings/settings.js';
import { openNext } from './waiting/queue.js';

interface Shortcut {
  keys: readonly string[];
  /** Its line in the list of shortcuts. */
  text:
    | 'views'
    | 'ask'
    | 'newRun'
    | 'demo'
    | 'runs'
    | 'gate'
    | 'nextStep'
    | 'resume'
    | 'tabs'
    | 'filter'
    | 'help';
  /** Only while this view is looked at: what cannot be seen must not be changed by a key. */
  view?: ViewName;
  /** Also while a question is shown: it leads to the next one. */
  overGate?: boolean;
  act: (key: string) => void;
}

/** In the order of the views. */
const VIEW_KEYS = ['u', 'b', 'c', 'f'];

/** An abort has none: it cannot be taken back. */
export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: VIEW_KEYS,
    text: 'views',
    act: (key) => select({ view: VIEW_NAMES[VIEW_KEYS.indexOf(key)] ?? 'runs' }),
  },
  { keys: ['a'], text: 'ask', act: () => select({ dialog: 'ask' }) },
  { keys: ['n'], text: 'newRun', act: () => select({ dialog: 'start' }) },
  { keys: ['d'], text: 'demo', act: () => select({ dialog: 'demos' }) },
  {
    keys: ['l'],
    text: 'runs',
    view: 'runs',
    act: () => select(({ runsFolded }) => ({ runsFolded: !runsFolded })),
  },
  { keys: ['g'], text: 'gate', overGate: true, act: openNext },
  { keys: ['s'], text: 'nextStep', view: 'runs', act: stepRun },
  { keys: ['r'], text: 'resume', view: 'runs', act: resumeRun },
  {
    keys: ['1', '2', '3', '4', '5'],
    text: 'tabs',
    view: 'runs',
    act: (key) => {
      const tab = tabsOf(machineShown())[Number(key) - 1];
      if (tab !== undefined) select({ tab });
    },
  },
  {
    keys: ['/'],
    text: 'filter',
    view: 'console',
    act: () => document.querySelector<HTMLInputElement>('.filter-field input')?.focus(),
  },
  { keys: ['?'], text: 'help', act: () => select({ dialog: 'shortcuts' }) },
];

/** Keys act on the page only: not while somebody types, and not behind a dialog. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (useSettings.getState().singleKeys === 'off') return;
      const shortcut = SHORTCUTS.find((one) => one.keys.includes(event.key) && isInView(one));
      if (shortcut === undefined || isBusy(event.target, shortcut.overGate === true)) return;
      event.preventDefault();
      shortcut.act(event.key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const isInView = ({ view }: Shortcut): boolean => view === undefined || view === useSelection.getState().view;

/** A letter means something there. */
const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), select, textarea';

function isBusy(target: EventTarget | null, overGate: boolean): boolean {
  if (useSelection.getState().dialog !== null) return true;
  if (document.querySelector(overGate ? 'dialog[open]:not(.gate)' : 'dialog[open]') !== null) return true;
  return target instanceof HTMLElement && target.matches(TYPED_INTO);
}
