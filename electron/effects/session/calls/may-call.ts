import { OFFERED } from '../../../tools/offered-tools.js';
import type { SessionHeader } from '../header.js';

const READING: ReadonlySet<string> = new Set(
  OFFERED.filter(({ tool }) => tool.danger === 'none' && tool.scope === null).map(({ tool }) => tool.name),
);

/** Whether a session may call a tool: one that works for another machine's research only reads. */
export const mayCall = ({ research }: Pick<SessionHeader, 'research'>, tool: string): boolean =>
  research === null || READING.has(tool);
