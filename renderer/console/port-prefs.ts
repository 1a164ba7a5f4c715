import * as z from 'zod';
import { HighlightRuleSchema } from '../../shared/ipc/console-rows.js';
import { type OpenPort, type Settings, SettingsSchema } from '../../shared/ipc/console-view.js';
import { ENDINGS } from './bytes-to-send.js';

const DEFAULT_SETTINGS: Settings = { baud: 115200, dataBits: 8, parity: 'none', stopBits: 1, flow: 'none' };

const MacroSchema = z.object({
  name: z.string(),
  text: z.string(),
  hex: z.boolean(),
  ending: z.enum(ENDINGS),
});
export type Macro = z.infer<typeof MacroSchema>;

/** What is kept of a device. */
const PortPrefsSchema = z.object({
  settings: SettingsSchema.catch(DEFAULT_SETTINGS),
  ending: z.enum(ENDINGS).catch('lf'),
  highlights: z.array(HighlightRuleSchema).catch([]),
  macros: z.array(MacroSchema).catch([]),
});
export type PortPrefs = z.infer<typeof PortPrefsSchema>;

export const AllPortPrefsSchema = z.record(z.string(), PortPrefsSchema).catch({});
type AllPortPrefs = z.infer<typeof AllPortPrefsSchema>;

const NO_PREFS = PortPrefsSchema.parse({});

/** Whose preferences: the device's, under whatever name its port has; the port's where the device is not known. */
export type Owner = Pick<OpenPort, 'id' | 'identity'>;

const keyOf = ({ id, identity }: Owner): string => identity ?? id;

/** A device of which nothing is kept begins with what is kept under its port's name. */
export const prefsOf = ({ ports }: { ports: AllPortPrefs }, owner: Owner | undefined): PortPrefs =>
  (owner && (ports[keyOf(owner)] ?? ports[owner.id])) ?? NO_PREFS;

export const withPortPrefs = (
  ports: AllPortPrefs,
  owner: Owner,
  change: Partial<PortPrefs>,
): AllPortPrefs => ({ ...ports, [keyOf(owner)]: { ...prefsOf({ ports }, owner), ...change } });
