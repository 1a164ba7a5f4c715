import type { TestResult } from '../../../shared/results.js';

/** Ends that no test chooses; silence is one of them only where something is missing. */
const ODD_ENDS: readonly TestResult['ended_by'][] = ['timeout', 'output-limit', 'crash', 'boot-loop'];

/** The fault or hang of a session, in words; null where it came to its proper end. */
export function whatWentWrong({ fault, ended_by, incomplete }: TestResult): string | null {
  if (fault) return `the firmware met a fault: ${fault.kind}`;
  if (ended_by === 'silence' && incomplete === null) return null;
  return ended_by === 'silence' || ODD_ENDS.includes(ended_by) ? `the test was ended by ${ended_by}` : null;
}
