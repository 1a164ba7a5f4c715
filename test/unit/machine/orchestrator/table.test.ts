import { describe, expect, it } from 'vitest';
import { compile } from '../../../../electron/machine/compile.js';
import { expandRows } from '../../../../electron/machine/define.js';
import { firstOrchestratorContext } from '../../../../electron/machine/orchestrator/context.js';
import { ORCHESTRATOR_STATES } from '../../../../electron/machine/orchestrator/states.js';
import { orchestrator } from '../../../../electron/machine/orchestrator/table.js';

/** The seed's diagram (001 §2), in its order. */
const SEED = `
  BOOT → IDLE_PROBE_BD: auto
  IDLE_PROBE_BD → RESUME_ASK: found_resumable
  IDLE_PROBE_BD → RESUME_PLAN: found_resumable
  IDLE_PROBE_BD → IDLE: no_resumable
  RESUME_ASK → RESUME_PLAN: user_resume_yes
  RESUME_ASK → IDLE: user_resume_no
  RESUME_PLAN → OBSERVE: resume_queue_loaded
  IDLE → INTAKE: user_input
  INTAKE → ASK_SWITCH: conflict_with_current_epic
  INTAKE → ASK_SWITCH: confidence_lt_0_6
  INTAKE → EPIC_SYNC: intake_ok
  ASK_SWITCH → EPIC_SYNC: switch
  ASK_SWITCH → EPIC_SYNC: keep
  ASK_SWITCH → EPIC_SYNC: merge
  ASK_SWITCH → EPIC_SYNC: clarified
  EPIC_SYNC → PLAN_BASELINE: bd_upsert_done
  PLAN_BASELINE → ASK_SWITCH: confidence_lt_0_6
  PLAN_BASELINE → PLAN_REVIEW: need_plan_review
  PLAN_BASELINE → OBSERVE: skip_plan_review
  PLAN_REVIEW → PLAN_REVIEW: non_blocking_feedback
  PLAN_REVIEW → OBSERVE: pass_or_feedback_limit_reached
  OBSERVE → RESEARCH_FANOUT: observe_target_defined
  RESEARCH_FANOUT → RESEARCH_INGEST: result_arrived
  RESEARCH_INGEST → RESEARCH_EVAL: artifacts_loaded
  RESEARCH_EVAL → WAIT_OTHERS: need_more_results
  WAIT_OTHERS → RESEARCH_INGEST: result_arrived
  RESEARCH_EVAL → PLAN_BASELINE: need_replan
  RESEARCH_EVAL → DETAIL_DESIGN: enough_info
  DETAIL_DESIGN → CODER_HANDOFF: design_ready
  CODER_HANDOFF → SCHEDULE: handoff_bundle_ready
  SCHEDULE → ASK_SWITCH: confidence_lt_0_6
  SCHEDULE → QUEUE: resource_busy
  SCHEDULE → DISPATCH: resource_ready
  QUEUE → DISPATCH: resource_available
  DISPATCH → CODER_EXEC: dispatch_success
  CODER_EXEC → REVIEW_ACCEPT: claims_evidence_arrived
  REVIEW_ACCEPT → CODER_HANDOFF: reject_or_retry
  REVIEW_ACCEPT → REPLAN_PATCH: requirement_changed_or_blocked
  REVIEW_ACCEPT → COMPLETE: pass
  REPLAN_PATCH → PLAN_BASELINE: patch_applied
`;

/** Edges that the seed's diagram does not have, and why they are there. */
const RULED: Record<string, string> = {
  'PLAN_REVIEW → OBSERVE: non_blocking_feedback': 'the limit of feedback is reached',
  'WAIT_OTHERS → RESEARCH_INGEST: TIMEOUT': 'design §3: an artifact names the dead agent',
  'RESEARCH_EVAL → FAILED: need_replan': 'design §3: at most three',
  'DISPATCH → CODER_EXEC: dispatch_failed': 'design §3: with a failure artifact',
  'REVIEW_ACCEPT → FAILED: reject_or_retry': 'design §3: at most three',
  'REVIEW_ACCEPT → REPLAN_PATCH: next_task': 'design §3: ready tasks are left',
  'REPLAN_PATCH → ASK_SWITCH: confidence_lt_0_6': 'seed §5, which its diagram lacks',
};

const edge = ({ from, on, to }: { from: string; on: string; to: string }): string => `${from} → ${to}: ${on}`;
const seed = SEED.trim()
  .split('\n')
  .map((line) => line.trim());

/** From any state: cancel, fatal_error and TIMEOUT; from an end: its report. */
const isWild = (one: string): boolean =>
  /→ CANCELLED: cancel$|→ FAILED: (fatal_error|TIMEOUT)$|^(COMPLETE|CANCELLED|FAILED) → IDLE: (reported|TIMEOUT|fatal_error)$/.test(
    one,
  );

describe('the table of the orchestrator', () => {
  it('has the 26 states of the seed, in its order', () => {
    expect(Object.keys(ORCHESTRATOR_STATES).join(' ')).toBe(
      'BOOT IDLE_PROBE_BD RESUME_ASK RESUME_PLAN IDLE INTAKE ASK_SWITCH EPIC_SYNC PLAN_BASELINE PLAN_REVIEW OBSERVE RESEARCH_FANOUT RESEARCH_INGEST RESEARCH_EVAL WAIT_OTHERS DETAIL_DESIGN CODER_HANDOFF SCHEDULE QUEUE DISPATCH CODER_EXEC REVIEW_ACCEPT REPLAN_PATCH COMPLETE CANCELLED FAILED',
    );
  });

  it('draws every edge of the seed, and no other without a reason', () => {
    const drawn = [...new Set(expandRows(orchestrator).map(edge))].filter((one) => !isWild(one));
    expect(seed.filter((one) => !drawn.includes(one))).toEqual([]);
    expect(drawn.filter((one) => !seed.includes(one) && !(one in RULED))).toEqual([]);
    expect(Object.keys(RULED).filter((one) => !drawn.includes(one))).toEqual([]);
  });

  it('can be cancelled and can fail in every state that works or waits, and waits for a person without a time limit', () => {
    const drawn = new Set(expandRows(orchestrator).map(edge));
    const open = Object.entries(ORCHESTRATOR_STATES).filter(
      ([, kind]) => kind === 'working' || kind === 'waiting',
    );
    for (const [state, kind] of open) {
      expect(drawn).toContain(`${state} → CANCELLED: cancel`);
      expect(drawn).toContain(`${state} → FAILED: fatal_error`);
      const isTimed = drawn.has(`${state} → FAILED: TIMEOUT`) || state === 'WAIT_OTHERS';
      expect([state, isTimed]).toEqual([state, kind === 'working']);
    }
  });

  it('has in robot3 exactly the edges of its rows', () => {
    const { robot, rows } = compile(orchestrator);
    const edges = Object.entries(robot.states).flatMap(([from, { transitions }]) =>
      [...transitions].flatMap(([on, all]) =>
        (all as { to: string }[]).map(({ to }) => `${from} ${on} ${to}`),
      ),
    );
    expect(edges.sort()).toEqual(rows.map(({ from, on, to }) => `${from} ${on} ${to}`).sort());
  });

  it('is over in IDLE alone, with the exit code of its end', () => {
    const first = firstOrchestratorContext({ run: 'r', isMock: false, autoResume: false, hasGoal: true });
    expect(orchestrator.ended('IDLE', first)).toBeNull();
    const asked = { ...first, isAsked: true };
    expect(orchestrator.ended('IDLE', asked)).toMatchObject({ status: 'IDLE', exit: 0 });
    const exits = (['COMPLETE', 'FAILED', 'CANCELLED'] as const).map((status) => {
      const end = { status, reason: 'r' };
      expect(orchestrator.ended(status, { ...asked, end, isReported: false })).toBeNull();
      return orchestrator.ended('IDLE', { ...asked, end, isReported: true })?.exit;
    });
    expect(exits).toEqual([0, 1, 3]);
  });
});
