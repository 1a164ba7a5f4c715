import * as z from 'zod';
import { create } from 'zustand';
import { FilterSchema } from './line-filters.js';
import { AllPortPrefsSchema, type Owner, type PortPrefs, withPortPrefs } from './port-prefs.js';

/** Since the port was opened, by the monotonic clock; time of day; none. */
export const TIMES = ['relative', 'wall', 'none'] as const;
/** One line after the other, or each port in its own column of the same rows. */
export const LAYOUTS = ['interleaved', 'columns'] as const;

const PrefsSchema = z.object({
  ports: AllPortPrefsSchema,
  times: z.enum(TIMES).catch('relative'),
  layout: z.enum(LAYOUTS).catch('columns'),
  filters: z.array(FilterSchema).catch([]),
  /** Of the filters. */
  ignoreCase: z.boolean().catch(false),
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

/** Changes what is kept of one device. */
export const changePortPrefs = (owner: Owner, change: Partial<PortPrefs>): void =>
  changePrefs({ ports: withPortPrefs(usePrefs.getState().ports, owner, change) });
