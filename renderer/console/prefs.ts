import * as z from 'zod';
import { create } from 'zustand';
import { HighlightRuleSchema } from '../../shared/ipc/console-rows.js';
import { type Settings, SettingsSchema } from '../../shared/ipc/console-view.js';
import { ENDINGS } from './bytes-to-send.js';
import { FilterSchema } from './line-filters.js';

export const DEFAULT_SETTINGS: Settings = {
  baud: 115200,
  dataBits: 8,
  parity: 'none',
  stopBits: 1,
  flow: 'none',
};

const MacroSchema = z.object({
  name: z.string(),
  text: z.string(),
  hex: z.boolean(),
  ending: z.enum(ENDINGS),
});
export type Macro = z.infer<typeof MacroSchema>;

/** What is kept of a port. */
const PortPrefsSchema = z.object({
  settings: SettingsSchema.catch(DEFAULT_SETTINGS),
  ending: z.enum(ENDINGS).catch('lf'),
  highlights: z.array(HighlightRuleSchema).catch([]),
  macros: z.array(MacroSchema).catch([]),
});
export type PortPrefs = z.infer<typeof PortPrefsSchema>;

/** Since the port was opened, by the monotonic clock; time of day; none. */
export const TIMES = ['relative', 'wall', 'none'] as const;
/** One line after the other, or each port in its own column of the same rows. */
export const LAYOUTS = ['interleaved', 'columns'] as const;

const PrefsSchema = z.object({
  ports: z.record(z.string(), PortPrefsSchema).catch({}),
  times: z.enum(TIMES).catch('relative'),
  layout: z.enum(LAYOUTS).catch('columns'),
  filters: z.array(FilterSchema).catch([]),
});
type Prefs = z.infer<typeof PrefsSchema>;

const KEY = 'console';

export const usePrefs = create<Prefs>(() => PrefsSchema.parse(stored()));

/** What is there may be of another version, or none. */
function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** Changes what is kept of the console, now and for the next time. */
export function changePrefs(change: Partial<Prefs>): void {
  usePrefs.setState(change);
  localStorage.setItem(KEY, JSON.stringify(usePrefs.getState()));
}

const NO_PREFS = PortPrefsSchema.parse({});

export const prefsOf = ({ ports }: Prefs, port: string): PortPrefs => ports[port] ?? NO_PREFS;

/** Changes what is kept of one port. */
export function changePortPrefs(port: string, change: Partial<PortPrefs>): void {
  const prefs = usePrefs.getState();
  changePrefs({ ports: { ...prefs.ports, [port]: { ...prefsOf(prefs, port), ...change } } });
}
