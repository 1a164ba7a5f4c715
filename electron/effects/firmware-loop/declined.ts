import type { Problem } from '../../../shared/problem.js';
import { nested, text } from '../../../shared/texts/words.js';
import type { FirmwareOutcome } from './bench.js';

/** The run ends where its build may not run. */
export const buildDeclined = {
  type: 'abort',
  reason: text`the build was not approved`,
  evidence: [],
} as const satisfies FirmwareOutcome;

/** What ends a run in which a person refused what the state needs; null: the problem is another one. */
export function declined({ code, message }: Problem): FirmwareOutcome | null {
  if (code === 'DECLINED') return buildDeclined;
  if (code !== 'FLASH_DECLINED') return null;
  return { type: 'abort', reason: text`flashing was not approved: ${nested(message)}`, evidence: [] };
}
