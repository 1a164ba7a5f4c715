import { setTimeout as delay } from 'node:timers/promises';
import type { Problem, ProblemCode, Result } from '../../../shared/problem.js';
import { joined, nested, text } from '../../../shared/texts/words.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import type { DeliveryOutcomeEvent } from './bench.js';

/** What may be over a moment later: a cable that was touched, a port that another program had, a board that hung. */
const PASSING: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'TEST_ENV_FAILURE',
  'ENV_ERROR',
  'PORT_NOT_FOUND',
  'PORT_BUSY',
  'PORT_LOST',
  'BOARD_NOT_FOUND',
  'FLASH_FAILURE',
  'VERIFY_FAILURE',
  'SCRIPT_FAILURE',
  'BMC_FAILURE',
]);

/** What stays so until a person has done something. */
const LASTING: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'TOOLCHAIN_MISSING',
  'PORT_PERMISSION',
  'BOARD_MISMATCH',
  'BOARD_LEASED',
  'BOARD_QUARANTINED',
  'LEASE_LOST',
  'FLASH_BUDGET_SPENT',
  'SCRIPT_REFUSED',
  'SDK_REFUSED',
]);

/** The target is at fault, or what drives it: nothing is known of the code. */
export const isOfEnvironment = ({ code }: Problem): boolean => PASSING.has(code) || LASTING.has(code);

/** A USB device is back about a second after it was reset (USB 2.0, 7.1.7.3: 100 ms debounce, then enumeration). */
const PAUSE_MS = 1000;

/** Tries once more, from the connection on, where the target and not the code may be at fault. */
export async function triedAgain<T>(
  first: Result<T>,
  signal: AbortSignal,
  again: () => Promise<Result<T>>,
): Promise<Result<T>> {
  if (first.ok || !PASSING.has(first.error.code)) return first;
  await delay(PAUSE_MS, undefined, { signal });
  return again();
}

/** Nothing ran, so nothing is said of the code: neither a failed case nor a push to the session comes of it. */
export const notTested = (
  problem: Problem,
  { run, of, is_part = false }: Pick<DeliveryContext, 'run' | 'of' | 'is_part'>,
  profile: string,
): DeliveryOutcomeEvent => {
  const message = joined(
    text`the tests could not run on ${profile}: ${nested(problem.message)}`,
    text`the code was not judged, and nothing is committed`,
    ...(problem.next === undefined ? [] : [problem.next]),
    // one within a campaign has ended with this, and is not heard any more
    is_part
      ? text`then deliver its work again: benchloop deliver ${of ?? 'RUN'}`
      : text`then test again: benchloop tell ${run} "run the tests"`,
  );
  return {
    ...{ type: 'exception', reason: message, evidence: [], state: 'TESTING' },
    problem: { ...problem, message },
  };
};
