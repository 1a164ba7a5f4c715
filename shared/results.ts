import * as z from 'zod';
import { ProblemSchema } from './problem.js';

/** A place in a source file; `file` is relative to the work tree where it lies inside it. */
export const LocationSchema = z.object({
  file: z.string(),
  line: z.number().int().positive(),
  column: z.number().int().positive().optional(),
  function: z.string().optional(),
});
export type Location = z.infer<typeof LocationSchema>;

export const CASE_STATUSES = ['pass', 'fail', 'skip', 'missing', 'flaky'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const TestCaseSchema = z.object({
  name: z.string(),
  status: z.enum(CASE_STATUSES),
  message: z.string().optional(),
  location: LocationSchema.optional(),
  /** How often it was reported, where that was more than once. */
  reports: z.number().int().min(2).optional(),
  /** Its verdict is the word of the program under test alone: an exit code, or text that patched code prints. */
  self_reported: z.literal(true).optional(),
});
export type TestCase = z.infer<typeof TestCaseSchema>;

/** A replacement the compiler itself suggests, in 1-based lines and columns; `end` is exclusive. */
export const FixItSchema = z.object({
  file: z.string(),
  start: z.object({ line: z.number().int(), column: z.number().int() }),
  end: z.object({ line: z.number().int(), column: z.number().int() }),
  text: z.string(),
});
export type FixIt = z.infer<typeof FixItSchema>;

export const DiagnosticSchema = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  message: z.string(),
  option: z.string().optional(),
  origin: z.enum(['compiler', 'linker', 'make']),
  location: LocationSchema.optional(),
  /** Undefined or doubly defined symbol, for linker errors. */
  symbol: z.string().optional(),
  fixits: z.array(FixItSchema).default([]),
});
export type Diagnostic = z.infer<typeof DiagnosticSchema>;

export const ArtifactSchema = z.object({
  /** What it is to the run: `elf`, `map`, `console`, `build-log`, `patch`, … */
  kind: z.string(),
  /** Relative to the run's artifact folder. */
  path: z.string(),
  sha256: z.string(),
  bytes: z.number().int().nonnegative(),
});
export type Artifact = z.infer<typeof ArtifactSchema>;

export const BuildResultSchema = z.object({
  success: z.boolean(),
  exit_code: z.number().int().nullable(),
  timed_out: z.boolean().default(false),
  diagnostics: z.array(DiagnosticSchema),
  artifacts: z.array(ArtifactSchema),
  log: ArtifactSchema.optional(),
  duration_ms: z.number(),
  /** A signal that is not ours ended the build or a program in it. */
  killed: z
    .object({
      signal: z.string(),
      program: z.string(),
      /** The limit of the confinement that it went beyond, with all that it started; memory in bytes. */
      beyond: z.object({ of: z.enum(['processes', 'memory']), most: z.number() }).optional(),
    })
    .optional(),
  /** It was ended because of what it wrote; that was removed. */
  overrun: ProblemSchema.optional(),
  /** The build command could not be started at all, or named a tool that is not installed. */
  toolchain_missing: z.object({ tool: z.string(), install: z.string() }).optional(),
});
export type BuildResult = z.infer<typeof BuildResultSchema>;

/** An exception decoded from the target's output: ARMv7-M ARM B1.5 (exception model), B3.2.15 (CFSR). */
export const FaultSchema = z.object({
  kind: z.string(),
  pc: z.string().optional(),
  lr: z.string().optional(),
  address: z.string().optional(),
  causes: z.array(z.string()),
  location: LocationSchema.optional(),
  caller: LocationSchema.optional(),
});
export type Fault = z.infer<typeof FaultSchema>;

/** How a test session on the target came to its end. */
export const TEST_ENDS = [
  'pattern',
  'exit',
  'silence',
  'timeout',
  'output-limit',
  'crash',
  'boot-loop',
] as const;
export type TestEnd = (typeof TEST_ENDS)[number];

export const MetricsSchema = z.object({
  test_duration_ms: z.number().optional(),
  build_duration_ms: z.number().optional(),
  image_text_bytes: z.number().optional(),
  image_data_bytes: z.number().optional(),
  image_bss_bytes: z.number().optional(),
});
export type Metrics = z.infer<typeof MetricsSchema>;

export const TestResultSchema = z.object({
  /** sha256 of the image that ran: two results are comparable only for the same image. */
  image: z.string(),
  ended_by: z.enum(TEST_ENDS),
  exit_code: z.number().int().nullable(),
  cases: z.array(TestCaseSchema),
  /** Names reported more or less often than the baseline reports them; such a case is never a pass. */
  doubled: z.array(z.string()).default([]),
  /** How many cases a plan or a summary names; null where the target printed none. */
  announced: z.number().int().nullable().default(null),
  /** Why this cannot be the whole of the test run (crash, hang, fewer cases than announced); null where it is. */
  incomplete: z.string().nullable().default(null),
  fault: FaultSchema.optional(),
  /** Where the program counter stood when the session was ended for silence or time. */
  stuck_at: LocationSchema.optional(),
  metrics: MetricsSchema,
  artifacts: z.array(ArtifactSchema),
});
export type TestResult = z.infer<typeof TestResultSchema>;

const CUT_OFF: readonly TestEnd[] = ['timeout', 'output-limit', 'crash', 'boot-loop'];

/** What tells whether a session came to its end. */
export type SessionOutcome = Pick<TestResult, 'ended_by' | 'fault' | 'incomplete' | 'doubled'>;

/**
 * The session came to its end before, and dies or hangs now. Whatever cases seem to be gained by that, a later output that
 * would have refuted them is only no longer printed.
 */
export function breaksOffAnew(now: Pick<TestResult, 'ended_by' | 'fault'>, before: SessionOutcome): boolean {
  if (!cameToItsEnd(before)) return false;
  return isCutOff(now) || (now.ended_by === 'silence' && before.ended_by !== 'silence');
}

/** It died, hung or printed without end. */
export const isCutOff = ({ ended_by, fault }: Pick<TestResult, 'ended_by' | 'fault'>): boolean =>
  fault !== undefined || CUT_OFF.includes(ended_by);

/** What was printed twice makes a session incomplete too, by its count, and not because anything was missing of it. */
export const cameToItsEnd = (session: SessionOutcome): boolean =>
  !isCutOff(session) && (session.incomplete === null || session.doubled.length > 0);

/** What stopped a program before its end, and where. */
export type Stop = Pick<TestResult, 'fault' | 'stuck_at'>;
