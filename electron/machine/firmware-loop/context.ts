import type {
  Alternative,
  Analysis,
  AnalysisMode,
  Decision,
  Hypothesis,
  PatchPlan,
} from '../../../shared/judgement.js';
import type { Policy } from '../../../shared/policy.js';
import type { Problem } from '../../../shared/problem.js';
import type { Provenance } from '../../../shared/provenance.js';
import type { FinalStatus, Verdict } from '../../../shared/report.js';
import type { Artifact, BuildResult, CaseStatus, TestResult } from '../../../shared/results.js';
import type { ParserName } from '../../../shared/test-parsers.js';
import type { Words } from '../../../shared/texts/words.js';
import type { Choosing } from './choosing.js';
import type { FirmwareState } from './states.js';

/** Keys of the recovery ladders: the error types of the seed, §5.18, and design §3. */
export const ERROR_TYPES = [
  'TASK_MALFORMED',
  'EVIDENCE_MISSING',
  'INIT_FAILURE',
  'BUILD_FAILURE',
  'TOOLCHAIN_MISSING',
  'TEST_ENV_FAILURE',
  'ENV_ERROR',
  'TIMEOUT',
  'ARTIFACT_MISSING',
  'ANALYSIS_FAILURE',
  'MODEL_FAILURE',
  'POLICY_VIOLATION',
  'PATCH_APPLY_FAILURE',
  'REGRESSION',
  'UNHANDLED_EXCEPTION',
  'FLAKY_TEST',
  'INCONCLUSIVE',
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

export interface ErrorState {
  type: ErrorType;
  /** How often this type was met since the last progress; 1 is the first time. */
  retry_count: number;
  last_failed_state: FirmwareState;
  problem: Problem;
  timeout_state: FirmwareState | null;
}

export type RecoveryAction =
  | 'none'
  | 'clean_cache'
  | 'next_configuration'
  | 'rollback'
  | 'reconnect'
  | 'restart'
  | 'flash_last_good'
  | 'other_board'
  | 'repeat_run'
  | 'control_run'
  | 'recollect'
  | 'fallback_mode'
  | 'ask_again'
  | 'tighten'
  | 'ask_operator'
  | 'give_up';

export type RecoveryTarget = 'CODE_ANALYSIS' | 'BUILD_RUN' | 'TEST_SETUP' | 'RESULT_COLLECTION' | 'FAILURE';

export interface Recovery {
  action: RecoveryAction;
  to: RecoveryTarget;
  reason: Words;
  /** Set where giving up also settles the verdict. */
  verdict?: Verdict;
}

export interface PatchMetadata {
  files: string[];
  lines: number;
  risk: number;
  reasons: { reason: Words; weight: number }[];
}

export interface Patch {
  text: string;
  rationale: string;
  metadata: PatchMetadata;
  alternatives: Alternative[];
  /** The tree that git makes of it, as it was judged; null where it was refused. */
  tree: string | null;
  /** Absent: rules. */
  by?: 'model';
  /** Commit and tree in the private clone once it was applied. */
  applied: { commit: string; tree: string } | null;
}

/** A patch that was tried and did not end the run. */
export interface PastAttempt {
  iteration: number;
  patch: string;
  outcome: Words;
  /** Without held-out ones. */
  cases: { name: string; status: CaseStatus }[];
  /** Hash of edit and failure together, '' where it never ran; the same one twice pauses for the operator. */
  fingerprint: string;
}

/** Which image the next test session runs, and why. */
export interface TestPlan {
  image: 'current' | 'baseline';
  purpose: 'baseline' | 'verify' | 'repeat' | 'control';
}

/** What is known about the tree without any patch. */
export interface Baseline {
  built: boolean;
  result: TestResult | null;
  /** The image, kept for control runs; null where the build failed. */
  image: Artifact | null;
}

/**
 * The diagnostic patch that comes first where the baseline tells nothing (design §3). Until it is done, a patch can be
 * nothing but that one.
 */
export interface Diagnosis {
  done: boolean;
  /** What the target printed with it; null where none could be made. */
  console: Artifact | null;
}

export interface Convergence {
  /** Best score so far, see `assess.ts`, even of a tree taken back since; null before the first result. */
  best: number | null;
  /** Whether the patch under test beat `best`. */
  improved: boolean;
  /** Iterations in a row that ended without improvement. */
  no_progress: number;
  rollbacks: number;
  cumulative_risk: number;
  environment_down_since: number | null;
}

/** What the loop needs to know of its task; the rest of the task belongs to the effects. */
export interface TaskFacts {
  cases: string[];
  heldOut: string[];
  controlRun: boolean;
  configurations: number;
  maxTextBytes: number | null;
  maxTestDurationMs: number | null;
  /** That the run has given up, has, and could take instead, when its environment last failed. */
  boards: number;
}

/** What one recovery needs to know beyond the counters. */
export interface ErrorNote {
  type: ErrorType;
  from: FirmwareState;
  problem: Problem;
  at: number;
  in_patched_lines?: boolean;
}

/** A search that found nothing. */
interface Vain {
  /** The tree. */
  commit: string;
  /** What was tried. */
  found: Words;
  /** A model has been asked with it. */
  told: boolean;
}

/** What a search has taken. */
export interface Searched {
  /** Time, ms. */
  ms: number;
  /** Builds of candidates, with what was run of each. */
  trials: number;
}

/** The seed's context (§2.3): serialisable, and the whole memory of a run. */
export interface FirmwareContext {
  run: string;
  goal: string;
  task: TaskFacts;
  policy: Policy;
  iteration_index: number;
  max_iterations: number;
  repo_snapshot: { base_commit: string; current_commit: string } | null;
  /** Declared evidence logs as artifacts. */
  logs: Artifact[];
  analysis: Analysis | null;
  /** Modes the provider has, in the order of falling back; `mode` is an index into it. */
  analysis_modes: AnalysisMode[];
  analysis_mode: number;
  /** The mode to go back to with the next patch: a reply that nobody could use costs no more than itself. Null: stay. */
  mode_after: number | null;
  tightened: string[];
  patch_plan: PatchPlan | null;
  patch: Patch | null;
  attempts: PastAttempt[];
  /** The plausible patches of the last search, where it found any; null for a patch from elsewhere. */
  choosing: Choosing | null;
  /** The rules' search of a tree that found nothing: it is not repeated, and a model is told of it once. */
  vain: Vain | null;
  /** Places that a model named last, for a search by rules. */
  named: Hypothesis[];
  /** Patches of a model that passed every visible case and failed held-out ones. */
  held_out_rejections: number;
  /** What searches for a patch have taken in this run. */
  searched: Searched;
  build_configuration: number;
  test_plan: TestPlan;
  test_session_id: string | null;
  last_build_result: BuildResult | null;
  /** Result of the current tree's image (patched or not), merged over its runs. */
  last_test_result: TestResult | null;
  baseline: Baseline | null;
  /** Which lines the cases of the last image that was measured executed; absent where none was. */
  coverage?: Artifact;
  /** Null where the baseline tells something. */
  diagnosis: Diagnosis | null;
  /** The parser that the first output of the untouched tree proposed; absent where the task names one, or none was seen. */
  parser?: ParserName;
  /** The tree below the patch under test: its results hold again when the patch is taken back. */
  kept: { commit: string; build: BuildResult | null; test: TestResult | null } | null;
  /** Case statuses of each run, by image hash, oldest first. */
  observations: Record<string, Record<string, CaseStatus>[]>;
  /** Why the environment and not the code is to blame for the last result; null where nothing says so. */
  environment_suspect: Words | null;
  decision: Decision | null;
  /** Who wrote the verdict lines of the last pass with a patch; absent where that was not looked at. */
  provenance?: Provenance;
  error_state: ErrorState | null;
  /** How often each error type was met since the last progress. */
  retries: Partial<Record<ErrorType, number>>;
  recovery: Recovery | null;
  /** Boards of the profile that were given up; each further one gets its own tries. */
  boards_given_up: number;
  convergence: Convergence;
  last_error: Problem | null;
  abort_reason: Words | null;
  outcome: { status: FinalStatus; verdict: Verdict; reason: Words } | null;
  branch: string | null;
  started_at: number | null;
  finished: boolean;
}
