import type { TestReport } from '../../../shared/roundtable.js';
import type { CoordinatorContext } from './context.js';
import type { EventOf } from './events.js';
import { type TestVerdict, testVerdict } from './verdict.js';

type Ctx = CoordinatorContext;
type Tested = { test: TestReport };

const comesTo =
  (verdict: TestVerdict) =>
  (ctx: Ctx, { test }: Tested): boolean =>
    ctx.mode === 'implementation' && testVerdict(ctx, test.runs) === verdict;

export const roundsRemain = ({ round, max_rounds }: Ctx): boolean => round < max_rounds;

export const coordinatorGuards = {
  isProposal: ({ mode }: Ctx): boolean => mode === 'proposal',
  isImplementation: ({ mode }: Ctx): boolean => mode === 'implementation',
  /** There is a change that the operator can confirm. */
  hasProposal: ({ mode, agreed }: Ctx): boolean => mode === 'proposal' && agreed !== null,
  hasNone: ({ mode, agreed }: Ctx): boolean => mode === 'proposal' && agreed === null,
  isBlocked: comesTo('tester_command_blocked'),
  isRepeated: comesTo('repeated_test_failure'),
  isFailed: comesTo('tests_failed'),
  isPassed: comesTo('tests_passed'),
  roundsRemain,
  isExhausted: (ctx: Ctx, e: EventOf<'max_iterations_reached'>): boolean =>
    ctx.mode === 'implementation' && (e.nothing_left || !roundsRemain(ctx)),
};
