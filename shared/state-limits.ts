import * as z from 'zod';
import { seconds as limit } from './duration.js';

/** Default time limits of the states of each machine, seconds. A state that waits for a person has one only where its table says so. */
const LIMITS = {
  'firmware-loop': {
    INIT: 120,
    CODE_ANALYSIS: 300,
    PATCH_GENERATION: 600,
    PATCH_APPLY: 60,
    BUILD_SETUP: 60,
    BUILD_RUN: 900,
    TEST_SETUP: 120,
    TEST_RUN: 900,
    RESULT_COLLECTION: 60,
    RESULT_ANALYSIS: 120,
    CONVERGENCE_CHECK: 60,
    ERROR_RECOVERY: 300,
    SUCCESS: 120,
    FAILURE: 120,
    ABORTED: 120,
  },
  session: {
    INTAKE: 300,
    CONTEXT_BUILDING: 120,
    PLANNING: 300,
    EXECUTING: 1800,
    VERIFYING: 1800,
    SUMMARIZING: 300,
    AWAITING_CONFIRMATION: 24 * 3600,
    RECOVERING: 300,
    DONE: 120,
  },
  orchestrator: {
    BOOT: 60,
    IDLE_PROBE_BD: 120,
    RESUME_PLAN: 120,
    INTAKE: 300,
    EPIC_SYNC: 120,
    PLAN_BASELINE: 300,
    PLAN_REVIEW: 300,
    OBSERVE: 120,
    RESEARCH_FANOUT: 1800,
    RESEARCH_INGEST: 120,
    RESEARCH_EVAL: 120,
    WAIT_OTHERS: 1800,
    DETAIL_DESIGN: 300,
    CODER_HANDOFF: 120,
    SCHEDULE: 120,
    QUEUE: 24 * 3600,
    DISPATCH: 120,
    CODER_EXEC: 7 * 24 * 3600,
    REVIEW_ACCEPT: 300,
    REPLAN_PATCH: 300,
    COMPLETE: 120,
    CANCELLED: 120,
    FAILED: 120,
  },
  delivery: {
    DEVELOPING: 300,
    REVIEWING: 600,
    LINTING: 900,
    TESTING: 3600,
    COMMITTING: 600,
    DEPLOYING: 1800,
    REFINING: 300,
  },
  coordinator: { intake: 900, plan: 900, build: 900, review: 300, test: 900, iterate: 60 },
} as const;

type Limits = typeof LIMITS;
type Machine = keyof Limits;

const MACHINES = Object.keys(LIMITS) as Machine[];

const inEach = <S extends string, T>(states: Readonly<Record<S, number>>, field: (sec: number) => T) =>
  Object.fromEntries(Object.entries<number>(states).map(([state, sec]) => [state, field(sec)])) as Record<
    S,
    T
  >;

const ofMachines = <T extends z.ZodType>(schema: (states: Readonly<Record<string, number>>) => T) =>
  Object.fromEntries(MACHINES.map((machine) => [machine, schema(LIMITS[machine])])) as Record<Machine, T>;

/** As a person writes them. A state without its machine is the firmware loop's: files and runs from before there were others have it so. */
const WrittenSchema = z.strictObject({
  ...ofMachines((states) =>
    z.strictObject(inEach(states, (sec) => limit.optional().meta({ default: sec }))).optional(),
  ),
  ...inEach(LIMITS['firmware-loop'], () => limit.optional().meta({ deprecated: true })),
});

type Given = Readonly<Record<string, unknown>>;

/** All of them, as they are in force. */
const LimitsSchema = z.strictObject(
  ofMachines((states) => z.strictObject(inEach(states, (sec) => limit.default(sec))).prefault({})),
) as unknown as z.ZodType<{ [M in Machine]: Record<keyof Limits[M], number> }, Given>;

/** Time limits of states, by machine. */
export const stateLimits = WrittenSchema.transform((written): Given => {
  const named = Object.fromEntries(MACHINES.map((machine) => [machine, written[machine] ?? {}]));
  const bare = Object.entries(written).filter(([name]) => !Object.hasOwn(LIMITS, name));
  return { ...named, 'firmware-loop': { ...Object.fromEntries(bare), ...written['firmware-loop'] } };
})
  .pipe(LimitsSchema)
  .prefault({});
