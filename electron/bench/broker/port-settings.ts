import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { LinkSettings } from '../link/link.js';
import type { PortKeeper } from './port-keeper.js';

/** Consoles only look on; a session (a flash, a test) has the port at its own settings while it lasts. */
export const ROLES = ['console', 'session'] as const;
export type Role = (typeof ROLES)[number];

/** One client of a port. */
export interface Member {
  readonly role: Role;
  /** For people. */
  readonly who: string;
}

/** The settings of a port that several clients have open: those of a session, while there is one, else those of the consoles. */
export interface PortSettings {
  /** Errors: PORT_BUSY where another one of the same role has it open with other settings. */
  join(member: Member, settings: LinkSettings): Result<void>;
  leave(member: Member): void;
  /** All of the role have the changed settings. */
  change(member: Member, changed: Partial<LinkSettings>): void;
  /** Those that apply, and whose they are; null where nobody is there. */
  current(): { settings: LinkSettings; who: string } | null;
}

interface Entry {
  member: Member;
  settings: LinkSettings;
}

export function sharePortSettings(path: string): PortSettings {
  let entries: Entry[] = [];
  const first = (role: Role): Entry | undefined => entries.find(({ member }) => member.role === role);
  return {
    join: (member, settings) => {
      const peer = first(member.role);
      const refused = peer ? refusal(path, peer.settings, settings) : ok(undefined);
      if (refused.ok) entries.push({ member, settings });
      return refused;
    },
    leave: (member) => {
      entries = entries.filter((entry) => entry.member !== member);
    },
    change: ({ role }, changed) => {
      entries = entries.map((entry) =>
        entry.member.role === role ? { ...entry, settings: { ...entry.settings, ...changed } } : entry,
      );
    },
    current: () => {
      const entry = first('session') ?? first('console');
      return entry === undefined ? null : { settings: entry.settings, who: entry.member.who };
    },
  };
}

function refusal(path: string, open: LinkSettings, wanted: LinkSettings): Result<void> {
  const keys = Object.keys(open) as (keyof LinkSettings)[];
  const different = keys.filter((key) => open[key] !== wanted[key]);
  if (different.length === 0) return ok(undefined);
  return fail({
    code: 'PORT_BUSY',
    message: `it is open already, with ${different.map((key) => `${key} ${open[key]}`).join(', ')}`,
    where: path,
    next: 'use the same settings, or end the other console first',
  });
}

/**
 * Gives a port the settings that apply now, and tells its consoles where they are others than before. Nothing is done
 * where they are the same. What is given must not run twice at once. Errors: PORT_LOST where the port refuses them.
 */
export function settleSettings(
  port: PortKeeper,
  shared: PortSettings,
  tell: (text: string) => void,
): () => Promise<Result<void>> {
  let told = port.settings();
  return async () => {
    const current = shared.current();
    if (current === null) return ok(undefined);
    const { settings, who } = current;
    try {
      if (!isDeepStrictEqual(settings, port.settings())) await port.configure(settings);
    } catch (error) {
      return fail({
        code: 'PORT_LOST',
        message: `the port cannot be set to ${describeSettings(settings)}: ${error instanceof Error ? error.message : error}`,
        next: 'use settings that the port has, or plug the device in again',
      });
    }
    if (!isDeepStrictEqual(settings, told)) tell(`${describeSettings(settings)}, ${who}`);
    told = settings;
    return ok(undefined);
  };
}

/** `115200 8N1`. */
export function describeSettings({ baud, dataBits, parity, stopBits }: LinkSettings): string {
  return `${baud} ${dataBits}${parity.charAt(0).toUpperCase()}${stopBits}`;
}
