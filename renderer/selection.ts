import { create } from 'zustand';
import { MAIN } from '../shared/events.js';
import type { Problem } from '../shared/problem.js';
import type { Place } from './place.js';
import type { TraceFilter } from './trace/filter.js';

const LOOP_TABS = ['trace', 'diff', 'console', 'tests', 'report'] as const;
/** The parts of what other machines do; the first is shown where none was chosen. */
const TABS_OF: Readonly<Record<string, readonly Tab[]>> = {
  session: ['talk', 'trace', 'diff'],
  coordinator: ['rounds', 'trace', 'diff'],
  orchestrator: ['campaign', 'trace'],
  delivery: ['delivery', 'trace', 'diff'],
};
export type Tab = (typeof LOOP_TABS)[number] | 'talk' | 'rounds' | 'campaign' | 'delivery';
export const tabsOf = (machine: string | undefined): readonly Tab[] => TABS_OF[machine ?? ''] ?? LOOP_TABS;

export const VIEW_NAMES = ['runs', 'boards', 'console', 'flash'] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

export type Dialog =
  | 'abort'
  | 'accept'
  | 'moreTime'
  | 'askModel'
  | 'start'
  | 'ask'
  | 'campaign'
  | 'deliver'
  | 'file'
  | 'prompt'
  | 'demos'
  | 'settings'
  | 'shortcuts'
  | 'about';

/** What the person selected or folded: all that the window owns. */
interface Selection {
  view: ViewName;
  /** Whether a flash runs, as far as the Flash view was looked at. */
  flashing: boolean;
  run: string | null;
  /** Path of the node of that run. */
  node: string;
  /** Null: the first of the machine that is looked at. */
  tab: Tab | null;
  filter: TraceFilter;
  /** What of the chosen part the person was led to; null: nothing. */
  place: Place | null;
  dialog: Dialog | null;
  runsFolded: boolean;
  /** Whether the chat is open. */
  chat: boolean;
  /** Keys of the lines of the tree of runs that the person folded. */
  folded: ReadonlySet<string>;
  /** Gate and binding of the questions that the person put off; they are shown again only when asked for. */
  gateLater: readonly string[];
  /** The same of what a flash by hand asks. */
  flashLater: string | null;
  /** Key of what waits that the person was led to last. */
  opened: string | null;
  problem: Problem | null;
  /** The handed-over file that its dialog shows. */
  file: { run: string; path: string } | null;
  /** The request to a model that its dialog shows. */
  prompt: { run: string; file: string } | null;
}

/** Below this width the list of runs would leave no room for the diagram. */
const NARROW = window.matchMedia('(max-width: 999px)');

/** A page that is loaded again comes back to the view that was looked at. */
const VIEW_KEY = 'view';

export const useSelection = create<Selection>(() => ({
  view: VIEW_NAMES.find((name) => name === sessionStorage.getItem(VIEW_KEY)) ?? 'runs',
  flashing: false,
  run: null,
  node: MAIN,
  tab: null,
  filter: null,
  place: null,
  dialog: null,
  runsFolded: NARROW.matches,
  chat: false,
  folded: new Set(),
  gateLater: [],
  flashLater: null,
  opened: null,
  problem: null,
  file: null,
  prompt: null,
}));

export const select = useSelection.setState;
// A window gets its width after its page, and another one whenever the person likes.
NARROW.addEventListener('change', () => select({ runsFolded: NARROW.matches }));
useSelection.subscribe(({ view }) => sessionStorage.setItem(VIEW_KEY, view));

/** Narrows the trace, and shows it. */
export const filterTrace = (filter: TraceFilter): void => select({ filter, tab: 'trace' });
