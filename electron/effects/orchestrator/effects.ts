import type { OrchestratorWork } from '../../machine/orchestrator/states.js';
import type { CampaignEffect } from './bench.js';
import { coderExec } from './coder-exec.js';
import { coderHandoff } from './coder-handoff.js';
import { detailDesign } from './detail-design.js';
import { dispatch } from './dispatch.js';
import { reportEnd } from './ends.js';
import { epicSync } from './epic-sync.js';
import { intake } from './intake.js';
import { observe } from './observe.js';
import { planBaseline } from './plan-baseline.js';
import { planReview } from './plan-review.js';
import { boot, probe } from './probe.js';
import { replanPatch } from './replan-patch.js';
import { researchEval } from './research-eval.js';
import { researchFanout, waitOthers } from './research-fanout.js';
import { researchIngest } from './research-ingest.js';
import { resumePlan } from './resume-plan.js';
import { reviewAccept } from './review-accept.js';
import { queue, schedule } from './schedule.js';

/** One effect per state; a missing one does not compile. */
export const campaignEffects: Readonly<Record<OrchestratorWork, CampaignEffect>> = {
  BOOT: boot,
  IDLE_PROBE_BD: probe,
  RESUME_PLAN: resumePlan,
  INTAKE: intake,
  EPIC_SYNC: epicSync,
  PLAN_BASELINE: planBaseline,
  PLAN_REVIEW: planReview,
  OBSERVE: observe,
  RESEARCH_FANOUT: researchFanout,
  RESEARCH_INGEST: researchIngest,
  RESEARCH_EVAL: researchEval,
  WAIT_OTHERS: waitOthers,
  DETAIL_DESIGN: detailDesign,
  CODER_HANDOFF: coderHandoff,
  SCHEDULE: schedule,
  QUEUE: queue,
  DISPATCH: dispatch,
  CODER_EXEC: coderExec,
  REVIEW_ACCEPT: reviewAccept,
  REPLAN_PATCH: replanPatch,
  COMPLETE: reportEnd,
  CANCELLED: reportEnd,
  FAILED: reportEnd,
};
