import type { AnalysisMode } from '../../../shared/judgement.js';
import type { Problem } from '../../../shared/problem.js';
import type { Verdict } from '../../../shared/report.js';
import { inEnglish, type Message, nested, text, type Words } from '../../../shared/texts/words.js';
import { differsFromBase, isPatched } from './assess.js';
import { trippedBreaker } from './breakers.js';
import type {
  ErrorNote,
  ErrorType,
  FirmwareContext,
  Recovery,
  RecoveryAction,
  RecoveryTarget,
} from './context.js';
import { failsDiagnosis } from './diagnosis.js';
import { mayAskAgain, modeOf, nextMode } from './modes.js';
import type { FirmwareState } from './states.js';

export interface Rung {
  readonly action: RecoveryAction;
  readonly to: RecoveryTarget;
  readonly note: Message;
  readonly when?: (ctx: FirmwareContext, error: ErrorNote) => boolean;
  /** Does not use up one of the tries. */
  readonly uncounted?: boolean;
  /** Taken also where the tries are used up: they are tries of one board, and this takes another. */
  readonly beyondTries?: boolean;
}

const noPatch = (ctx: FirmwareContext): boolean => !isPatched(ctx) && !differsFromBase(ctx);
const patchBroke = (ctx: FirmwareContext, error: ErrorNote): boolean =>
  isPatched(ctx) && error.in_patched_lines === true;
/** Where the sources are judged hopeless, nothing is built again. */
const mayBeTheCache = (ctx: FirmwareContext, error: ErrorNote): boolean =>
  !noPatch(ctx) && !patchBroke(ctx, error) && error.from === 'BUILD_RUN';
/** What a signal cut off is built again from the start: there is no error in it to analyse. */
const interrupted = (ctx: FirmwareContext): boolean => ctx.last_build_result?.killed !== undefined;
/** The build came to its end by errors of a compiler or linker: there is code to look at. */
const tellsOfCode = ({ last_build_result: build }: FirmwareContext): boolean =>
  build !== null &&
  build.exit_code !== null &&
  build.diagnostics.some((d) => d.severity === 'error' && d.origin !== 'make');
const otherMode = (ctx: FirmwareContext): boolean => nextMode(ctx) !== null;
const undiagnosed: Rung = {
  action: 'none',
  to: 'CODE_ANALYSIS',
  note: text`no diagnosis can be made: go on without one`,
  when: (ctx, error) => failsDiagnosis(ctx, error.from),
  uncounted: true,
};
const rollback: Rung = {
  action: 'rollback',
  to: 'CODE_ANALYSIS',
  note: text`roll back and analyse again`,
};
const fallback: Rung = {
  action: 'fallback_mode',
  to: 'CODE_ANALYSIS',
  note: text`analyse in the next mode`,
  when: otherMode,
};
const askAgain: Rung = {
  action: 'ask_again',
  to: 'CODE_ANALYSIS',
  note: text`ask the model again, with what the search found`,
  when: mayAskAgain,
};
const environment: readonly Rung[] = [
  { action: 'reconnect', to: 'TEST_SETUP', note: text`connect again` },
  { action: 'restart', to: 'TEST_SETUP', note: text`reset or power-cycle the target` },
  {
    action: 'flash_last_good',
    to: 'TEST_SETUP',
    note: text`put the last known good image on the target`,
    when: (ctx) => ctx.baseline?.image != null,
  },
  {
    action: 'other_board',
    to: 'TEST_SETUP',
    note: text`take another free board`,
    when: (ctx) => ctx.boards_given_up + 1 < ctx.task.boards,
    beyondTries: true,
  },
];
const runAgain: readonly Rung[] = [
  { action: 'repeat_run', to: 'TEST_SETUP', note: text`run the same image again` },
  {
    action: 'control_run',
    to: 'TEST_SETUP',
    note: text`control: run the baseline image`,
    when: (ctx) => differsFromBase(ctx),
  },
  { action: 'repeat_run', to: 'TEST_SETUP', note: text`run the same image again` },
];

/** Escalation, in order (design §3). The n-th failure of a type takes the n-th rung that applies, then the last. */
export const LADDERS: Readonly<Record<ErrorType, readonly Rung[]>> = {
  TASK_MALFORMED: [],
  EVIDENCE_MISSING: [
    {
      action: 'none',
      to: 'BUILD_RUN',
      note: text`baseline pass: build and test without a patch`,
      when: (ctx) => ctx.baseline === null && noPatch(ctx),
      uncounted: true,
    },
  ],
  INIT_FAILURE: [],
  BUILD_FAILURE: [
    undiagnosed,
    {
      action: 'none',
      to: 'CODE_ANALYSIS',
      note: text`the build error is the evidence`,
      when: (ctx, error) =>
        noPatch(ctx) && error.from === 'BUILD_RUN' && !interrupted(ctx) && tellsOfCode(ctx),
      uncounted: true,
    },
    { ...rollback, when: patchBroke },
    {
      action: 'clean_cache',
      to: 'BUILD_RUN',
      note: text`clean and build again`,
      when: (ctx, error) => interrupted(ctx) || mayBeTheCache(ctx, error),
    },
    {
      action: 'next_configuration',
      to: 'BUILD_RUN',
      note: text`build the next configuration`,
      when: (ctx, error) => mayBeTheCache(ctx, error) && ctx.build_configuration < ctx.task.configurations,
    },
    {
      action: 'none',
      to: 'CODE_ANALYSIS',
      note: text`analyse the build error`,
      when: (ctx, error) => mayBeTheCache(ctx, error) && !interrupted(ctx),
    },
    { ...fallback, when: (ctx, error) => error.from !== 'BUILD_RUN' && otherMode(ctx) },
  ],
  TOOLCHAIN_MISSING: [],
  TEST_ENV_FAILURE: environment,
  ENV_ERROR: environment,
  TIMEOUT: [],
  ARTIFACT_MISSING: [
    undiagnosed,
    { action: 'recollect', to: 'RESULT_COLLECTION', note: text`collect again` },
  ],
  ANALYSIS_FAILURE: [undiagnosed, fallback, askAgain],
  MODEL_FAILURE: [
    undiagnosed,
    {
      action: 'none',
      to: 'CODE_ANALYSIS',
      note: text`ask the model again`,
      when: (ctx, error) => error.problem.code === 'MODEL_FAILURE' && modeOf(ctx) !== 'rules',
    },
    fallback,
  ],
  POLICY_VIOLATION: [
    undiagnosed,
    { action: 'tighten', to: 'CODE_ANALYSIS', note: text`analyse again under tighter constraints` },
    { action: 'ask_operator', to: 'CODE_ANALYSIS', note: text`ask the operator` },
  ],
  PATCH_APPLY_FAILURE: [undiagnosed, rollback],
  REGRESSION: [undiagnosed, rollback],
  UNHANDLED_EXCEPTION: [undiagnosed, rollback],
  FLAKY_TEST: runAgain,
  INCONCLUSIVE: runAgain,
};

/** Where a state's timeout leads (design §3, row TIMEOUT); states that are absent cannot be taken up again. */
export const TIMEOUT_RUNGS: Readonly<Partial<Record<FirmwareState, Rung>>> = {
  CODE_ANALYSIS: { ...fallback, when: undefined },
  PATCH_GENERATION: { ...fallback, when: undefined },
  PATCH_APPLY: {
    action: 'rollback',
    to: 'CODE_ANALYSIS',
    note: text`roll back, then analyse in fallback mode`,
  },
  BUILD_SETUP: { action: 'none', to: 'BUILD_RUN', note: text`build again` },
  BUILD_RUN: { action: 'none', to: 'BUILD_RUN', note: text`build again` },
  TEST_SETUP: { action: 'restart', to: 'TEST_SETUP', note: text`set the target up again` },
  TEST_RUN: { action: 'restart', to: 'TEST_SETUP', note: text`set the target up again` },
  RESULT_COLLECTION: { action: 'recollect', to: 'RESULT_COLLECTION', note: text`collect again` },
  RESULT_ANALYSIS: { ...fallback, when: undefined },
  CONVERGENCE_CHECK: { ...fallback, when: undefined },
};

/** The verdict of a run that gives up on this type; others are NOT_FIXED. */
const VERDICTS: Readonly<Partial<Record<ErrorType, Verdict>>> = {
  FLAKY_TEST: 'FLAKY',
  INCONCLUSIVE: 'FLAKY',
  TEST_ENV_FAILURE: 'ENV_ERROR',
  ENV_ERROR: 'ENV_ERROR',
  TOOLCHAIN_MISSING: 'ENV_ERROR',
};

export const verdictOf = (type: ErrorType): Verdict => VERDICTS[type] ?? 'NOT_FIXED';

/**
 * Chooses the recovery for an error that was met for the `tries`-th time since the last progress.
 * "3 tries" means three recoveries: the fourth failure of a type ends the run, unless the profile has another
 * free board. Rungs that do not apply are skipped and use up nothing.
 */
export function chooseRecovery(ctx: FirmwareContext, error: ErrorNote, tries: number): Recovery {
  const verdict = verdictOf(error.type);
  const breaker = trippedBreaker(ctx, error.at);
  if (breaker) return { action: 'give_up', to: 'FAILURE', ...breaker };
  const rungs = rungsFor(ctx, error);
  const usedUp = tries > ctx.policy.retriesPerErrorType;
  const beyond = usedUp ? rungs.find((rung) => rung.beyondTries) : undefined;
  const rung = beyond ?? rungs[Math.min(tries, rungs.length) - 1];
  if (!rung) return { action: 'give_up', to: 'FAILURE', reason: withNextStep(error.problem), verdict };
  if (!rung.uncounted && !rung.beyondTries && usedUp) {
    const reason = text`${nested(error.problem.message)} (${error.type} again after ${ctx.policy.retriesPerErrorType} recoveries)`;
    return { action: 'give_up', to: 'FAILURE', reason, verdict };
  }
  return { action: rung.action, to: rung.to, reason: text`${error.type}: ${modeTaken(ctx, rung)}` };
}

const MODE_NAMES: Readonly<Record<AnalysisMode, Message>> = {
  normal: text`the model`,
  other_model: text`the other model`,
  rules: text`rules`,
};

/** The rung, and which mode a fallback leads to, where there is another one. */
function modeTaken({ analysis_modes, analysis_mode }: FirmwareContext, { action, note }: Rung): Message {
  const next = action === 'fallback_mode' ? analysis_modes[analysis_mode + 1] : undefined;
  return next === undefined ? note : text`${note}: ${MODE_NAMES[next]}`;
}

/** The message, and what a person does about it: for a missing toolchain the exact install command. */
const withNextStep = ({ message, next }: Problem): Words =>
  next === undefined || inEnglish(message).includes(inEnglish(next))
    ? message
    : text`${nested(message)} — ${nested(next)}`;

/** Before INIT is done there is no state to go back to. What uses up no try is no step of the escalation either: it alone applies. */
function rungsFor(ctx: FirmwareContext, error: ErrorNote): readonly Rung[] {
  if (ctx.repo_snapshot === null) return [];
  const timeout = TIMEOUT_RUNGS[error.from];
  const ladder =
    error.type === 'TIMEOUT' ? [undiagnosed, ...(timeout ? [timeout] : [])] : LADDERS[error.type];
  const rungs = ladder.filter((rung) => rung.when?.(ctx, error) ?? true);
  return rungs[0]?.uncounted ? rungs.slice(0, 1) : rungs;
}

/** Whether this error uses up a try. */
export function isCounted(ctx: FirmwareContext, error: ErrorNote): boolean {
  return !(rungsFor(ctx, error)[0]?.uncounted ?? false);
}
