import type { Problem } from '../../../shared/problem.js';
import type { Verdict } from '../../../shared/report.js';
import type { Words } from '../../../shared/texts/words.js';
import { ERROR_TYPES, type ErrorNote, type ErrorType, type FirmwareContext } from './context.js';
import type { EventOf, FirmwareEvent } from './events.js';
import { chooseRecovery, isCounted } from './ladders.js';
import type { FirmwareState } from './states.js';

type Ctx = FirmwareContext;

/** Counts the error, remembers it, and chooses its recovery: the only way into ERROR_RECOVERY. */
export function noteError(ctx: Ctx, error: ErrorNote): Ctx {
  const counted = isCounted(ctx, error);
  const tries = (ctx.retries[error.type] ?? 0) + (counted ? 1 : 0);
  const recovery = chooseRecovery(ctx, error, Math.max(tries, 1));
  return {
    ...ctx,
    retries: { ...ctx.retries, [error.type]: tries },
    recovery,
    last_error: error.problem,
    error_state: {
      type: error.type,
      retry_count: tries,
      last_failed_state: error.from,
      problem: error.problem,
      timeout_state: error.type === 'TIMEOUT' ? error.from : null,
    },
  };
}

/** What the bench and a model's server report, by what heals it: another try, another judge, or only a person. */
const HEALED_AS: Readonly<Partial<Record<Problem['code'], ErrorType>>> = {
  PORT_NOT_FOUND: 'TEST_ENV_FAILURE',
  PORT_BUSY: 'TEST_ENV_FAILURE',
  PORT_LOST: 'TEST_ENV_FAILURE',
  BOARD_NOT_FOUND: 'TEST_ENV_FAILURE',
  BOARD_LEASED: 'TEST_ENV_FAILURE',
  FLASH_FAILURE: 'TEST_ENV_FAILURE',
  VERIFY_FAILURE: 'TEST_ENV_FAILURE',
  SCRIPT_FAILURE: 'TEST_ENV_FAILURE',
  BMC_FAILURE: 'TEST_ENV_FAILURE',
  PORT_PERMISSION: 'TOOLCHAIN_MISSING',
  LEASE_LOST: 'TOOLCHAIN_MISSING',
  BOARD_QUARANTINED: 'TOOLCHAIN_MISSING',
  BOARD_MISMATCH: 'TOOLCHAIN_MISSING',
  FLASH_BUDGET_SPENT: 'TOOLCHAIN_MISSING',
  DISK_FULL: 'TOOLCHAIN_MISSING',
  SCRIPT_REFUSED: 'TASK_MALFORMED',
  IMAGE_MALFORMED: 'TASK_MALFORMED',
  IMAGE_REFUSED: 'TASK_MALFORMED',
  PROVIDER_NETWORK_ERROR: 'MODEL_FAILURE',
  PROVIDER_TIMEOUT: 'MODEL_FAILURE',
  PROVIDER_AUTH_ERROR: 'MODEL_FAILURE',
  PROVIDER_NOT_FOUND: 'MODEL_FAILURE',
  PROVIDER_PERMISSION_DENIED: 'MODEL_FAILURE',
};

/** The error type of a problem that an effect reports; a code without a ladder is an unhandled exception. */
export const errorTypeOf = (problem: Problem): ErrorType =>
  ERROR_TYPES.find((type) => type === problem.code) ?? HEALED_AS[problem.code] ?? 'UNHANDLED_EXCEPTION';

/** Reducer for an event that carries its problem, met in `from`. */
export const failed =
  (from: FirmwareState) =>
  (ctx: Ctx, e: FirmwareEvent & { problem: Problem }): Ctx =>
    noteError(ctx, { type: errorTypeOf(e.problem), from, problem: e.problem, at: e.at });

/** Starts the clock of the 600 s breaker, where it does not run yet. */
export const environmentLost = (ctx: Ctx, at: number): Ctx => ({
  ...ctx,
  convergence: {
    ...ctx.convergence,
    environment_down_since: ctx.convergence.environment_down_since ?? at,
  },
});

/** Environment errors start that clock; `env_ready` stops it. */
export const environmentDown =
  (from: FirmwareState) =>
  (ctx: Ctx, e: EventOf<'env_failed' | 'runner_crashed'>): Ctx =>
    failed(from)(environmentLost(withBoards(ctx, e.boards), e.at), e);

const withBoards = (ctx: Ctx, boards = ctx.task.boards): Ctx => ({ ...ctx, task: { ...ctx.task, boards } });

/** An error that the decision itself asks for: a retry or a rollback. */
export function decided(ctx: Ctx, at: number, type: ErrorType, message: Words): Ctx {
  return noteError(ctx, { type, from: 'CONVERGENCE_CHECK', problem: { code: type, message }, at });
}

/** Ends the run: status, verdict and reason for the report. */
export const concludeFailure = (ctx: Ctx, verdict: Verdict, reason: Words): Ctx => ({
  ...ctx,
  outcome: { status: 'FAILURE', verdict, reason },
});
