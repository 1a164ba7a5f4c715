import type { Choice } from '../../../shared/choice.js';
import type { Analysis, Decision } from '../../../shared/judgement.js';
import type { Problem } from '../../../shared/problem.js';
import type { Provenance } from '../../../shared/provenance.js';
import type { Artifact, BuildResult, TestResult } from '../../../shared/results.js';
import type { ParserName } from '../../../shared/test-parsers.js';
import type { BaseEvent } from '../define.js';
import type { Patch, RecoveryAction, Searched } from './context.js';
import type { FirmwareState } from './states.js';

type Event<T extends string, D = unknown> = BaseEvent & { type: T } & D;
type Failed = { problem: Problem };
/** `found`: what a search came to; `choice`: the class of an earlier search that is taken up. */
type Chosen = { found?: readonly Choice[]; choice?: number };
/** Which lines the cases executed, where that was measured. */
type Seen = { coverage?: Artifact };
/** What the search for it has taken; absent where none was begun. */
type AfterSearch = { searched?: Searched } & Seen;
/** `boards`: as in `TaskFacts`, counted at the failure; absent: as before. */
type BenchFailed = Failed & { boards?: number };

/** Events of the loop, named after the edges of the seed's diagram (§4.1). */
export type FirmwareEvent =
  | Event<'task_request'>
  | Event<'context_ready', { base_commit: string; logs: Artifact[] }>
  | Event<'init_failed', Failed>
  | Event<'patch_plan_ok', { analysis: Analysis } & Seen>
  | Event<'analysis_failed', Failed & Seen>
  | Event<'patch_valid', { patch: Patch } & Chosen & AfterSearch>
  | Event<'patch_invalid', Failed & { patch: string | null } & AfterSearch>
  | Event<'workspace_updated', { commit: string; tree: string }>
  | Event<'apply_failed', Failed>
  | Event<'build_env_ready'>
  | Event<'toolchain_missing', Failed>
  | Event<'build_ok', { build: BuildResult }>
  | Event<'build_failed', { build: BuildResult; problem: Problem; in_patched_lines: boolean }>
  | Event<'env_ready', { session: string }>
  | Event<'env_failed', BenchFailed>
  | Event<'test_finished', { session: string }>
  | Event<'runner_crashed', BenchFailed>
  | Event<'result_normalized', { result: TestResult; parser?: ParserName }>
  | Event<'artifacts_missing', Failed>
  | Event<'decision_produced', { decision: Decision; provenance?: Provenance }>
  | Event<'decision_failed', Failed>
  | Event<'checked', { dropped_to: string | null; operator: 'continue' | 'stop' | 'take' | null }>
  | Event<'recovered_to_analysis', Recovered>
  | Event<'recovered_to_build', Recovered>
  | Event<'recovered_to_test_setup', Recovered>
  | Event<'recovered_to_collection', Recovered>
  | Event<'unrecoverable', Recovered>
  | Event<'reported', { branch: string | null }>
  | Event<'abort'>
  | Event<'TIMEOUT', { state: FirmwareState }>
  | Event<'exception', Failed & { state: FirmwareState }>;

export type FirmwareEventType = FirmwareEvent['type'];
export type EventOf<T extends FirmwareEventType> = Extract<FirmwareEvent, { type: T }>;

type Recovered = { action: RecoveryAction; rolled_back_to: string | null };
