import type { Problem } from '../../../shared/problem.js';
import type { FirmwareOutcome } from './bench.js';

/** The run ends where its build may not run. */
export const buildDeclined = {
  type: 'abort',
  reason: 'the build was not approved',
  evidence: [],
} as const satisfies FirmwareOutcome;

/** What ends a run in which a person refused what the state needs; null: the problem is another one. */
export function declined({ code, message }: Problem): FirmwareOutcome | null {
  if (code === 'DECLINED') return buildDeclined;
  if (code !== 'FLASH_DECLINED') return null;
  return { type: 'abort', reason: `flashing was not approved: ${message}`, evidence: [] };
}
