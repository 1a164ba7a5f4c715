import type { AnalysisMode } from '../../../shared/judgement.js';
import type { Policy } from '../../../shared/policy.js';
import type { FirmwareContext, TaskFacts } from './context.js';

/** The context before the first event; recorded with the run, so that a replay starts from the same one. */
export function initialContext(o: {
  run: string;
  goal: string;
  task: TaskFacts;
  policy: Policy;
  analysisModes: AnalysisMode[];
}): FirmwareContext {
  return {
    run: o.run,
    goal: o.goal,
    task: o.task,
    policy: o.policy,
    iteration_index: 1,
    max_iterations: o.policy.maxIterations,
    repo_snapshot: null,
    logs: [],
    analysis: null,
    analysis_modes: o.analysisModes,
    analysis_mode: 0,
    mode_after: null,
    tightened: [],
    patch_plan: null,
    patch: null,
    attempts: [],
    choosing: null,
    vain: null,
    named: [],
    held_out_rejections: 0,
    searched: { ms: 0, trials: 0 },
    build_configuration: 0,
    test_plan: { image: 'current', purpose: 'baseline' },
    test_session_id: null,
    last_build_result: null,
    last_test_result: null,
    baseline: null,
    diagnosis: null,
    kept: null,
    observations: {},
    environment_suspect: null,
    decision: null,
    error_state: null,
    retries: {},
    recovery: null,
    boards_given_up: 0,
    convergence: {
      best: null,
      improved: false,
      no_progress: 0,
      rollbacks: 0,
      cumulative_risk: 0,
      environment_down_since: null,
    },
    last_error: null,
    abort_reason: null,
    outcome: null,
    branch: null,
    started_at: null,
    finished: false,
  };
}
