import type { CheckRun, MustFix } from '../../../shared/roundtable.js';
import { text } from '../../../shared/texts/words.js';
import type { CoordinatorContext } from './context.js';

export type TestVerdict =
  | 'tests_passed'
  | 'tester_command_blocked'
  | 'repeated_test_failure'
  | 'tests_failed';

const keyOf = ({ argv }: CheckRun): string => JSON.stringify(argv);
const failedIn = (runs: readonly CheckRun[]): CheckRun[] => runs.filter(({ status }) => status === 'failed');

/** The commands of a round that failed, to be compared with those of the next. */
export const failedCommands = (runs: readonly CheckRun[]): string[] => failedIn(runs).map(keyOf);

/**
 * What the commands of a round come to. The order is the ruling of design §3: all failures are blocked commands, then one that failed
 * in the round before, then any failure. A mix of blocked and real failures is judged by the real ones.
 */
export function testVerdict(
  { failed, round }: Pick<CoordinatorContext, 'failed' | 'round'>,
  runs: readonly CheckRun[],
): TestVerdict {
  const real = failedCommands(runs);
  if (real.length === 0)
    return runs.some(({ status }) => status === 'blocked') ? 'tester_command_blocked' : 'tests_passed';
  const before = failed !== null && failed.round === round - 1 ? failed.commands : [];
  return real.some((command) => before.includes(command)) ? 'repeated_test_failure' : 'tests_failed';
}

/** What a failed or blocked command leaves to be mended. */
export const mustFixOf = (runs: readonly CheckRun[]): MustFix[] =>
  runs
    .filter(({ status }) => status === 'failed' || status === 'blocked')
    .map(({ status, argv, output }) => ({
      what: status === 'blocked' ? text`the command is on no allow-list` : text`the command fails`,
      where: null,
      command: argv,
      output: output === '' ? null : output,
    }));
