import { create } from 'zustand';
import { CONSOLE_CALLS } from '../../shared/ipc/console.js';
import { ConsoleViewSchema } from '../../shared/ipc/console-view.js';
import { asker } from '../actions.js';
import type { Target } from '../list/long-list.js';
import { mirrorOf } from '../mirror/area-mirror.js';
import { type Filter, lineFilter } from './line-filters.js';
import { prefsOf } from './port-prefs.js';
import { changePrefs, usePrefs } from './prefs.js';

/** Makes a call about consoles, and shows what went wrong; null where it did. */
export const ask = asker(CONSOLE_CALLS);

export const useConsole = mirrorOf('console', ConsoleViewSchema);

export const PANELS = ['search', 'rules', 'plot', 'decode', 'export'] as const;
export type PanelName = (typeof PANELS)[number];

/** What the person looks at: it outlasts a look at another view. */
interface Looks {
  follow: boolean;
  target: Target | null;
  /** The line that the person pointed at. */
  marked: { port: string; offset: number } | null;
  /** The line that was found is not among those that are shown. */
  hidden: boolean;
  /** The port whose bytes are shown; null: lines of all. */
  hexOf: string | null;
  panel: PanelName | null;
  /** The form for another port is open though there is one. */
  opening: boolean;
  /** The port that is sent to; null: the first. */
  sendTo: string | null;
}

export const useLooks = create<Looks>(() => ({
  follow: true,
  target: null,
  marked: null,
  hidden: false,
  hexOf: null,
  panel: null,
  opening: false,
  sendTo: null,
}));

export const look = useLooks.setState;

/** Tells main the rules of the sheet: the filter, and the colours that are kept of each open port. */
export async function applyRules(): Promise<void> {
  const prefs = usePrefs.getState();
  const ports = useConsole.getState().view?.ports ?? [];
  const highlights = ports.flatMap((port) =>
    prefsOf(prefs, port).highlights.map((rule) => ({ ...rule, port: port.id })),
  );
  await ask('setRules', { filter: lineFilter(prefs.filters, prefs.ignoreCase), highlights });
}

/** Filters the lines in another way from now on. */
export function applyFilters(change: { filters: Filter[] } | { ignoreCase: boolean }): void {
  changePrefs(change);
  look({ follow: true, target: null, hidden: false });
  void applyRules();
}

/** Shows a line, or where it would stand among those that the filters let through. */
export async function goTo(port: string, offset: number): Promise<void> {
  const sheet = useConsole.getState().view?.sheet.number ?? 0;
  const found = await ask('rowAt', { sheet, port, offset });
  if (found === null) return;
  const rows = await ask('rows', { sheet, from: found.row, count: 1 });
  const hidden = !rows?.some((row) => row.port === port && row.offset === offset);
  look({ target: { row: found.row }, marked: { port, offset }, hidden, follow: false, hexOf: null });
}
