import * as z from 'zod';
import type { Deliverable } from '../../../shared/deliverables.js';
import { ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { currentItem, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { FirmwareHeader } from '../firmware-loop/start/run-header.js';
import { startFirmwareLoop } from '../firmware-loop/start/start.js';
import { acceptedRun } from './accepted-run.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { checkBundle } from './check-bundle.js';
import { attemptFolder } from './coder-handoff.js';
import { deliverJson, received } from './deliver.js';
import { refusesCommit, wantsCommit } from './goal.js';
import { baseFor } from './tasks/base.js';

/** `job.json`: the run that is to be dispatched; a mock, and a run that was accepted, needs none. */
export const JobSchema = z.strictObject({
  version: z.literal(1),
  machine: z.literal('firmware-loop').nullable(),
  goal: z.string(),
  header: z.unknown(),
  /** A run that a person has accepted, with which the campaign goes on: none is dispatched. */
  accepted: z.string().optional(),
});

/** DISPATCH: checks the bundle once more, and makes the one run of it ready. What fails here is told to the reviewer. */
export const dispatch: CampaignEffect = async (ctx, bench) => {
  const job = await jobFor(ctx, bench);
  if (job.ok) {
    const { file, accepted } = job.value;
    return {
      type: 'dispatch_success',
      reason:
        accepted === null
          ? text`one run is ready`
          : text`goes on with run ${accepted}, which a person accepted`,
      evidence: [file.path],
      dispatched: { job: file, problem: null },
    };
  }
  return {
    type: 'dispatch_failed',
    reason: job.error.message,
    evidence: [],
    dispatched: { job: null, problem: job.error },
  };
};

interface Job {
  file: Deliverable;
  /** Run that a person accepted; null: another is dispatched. */
  accepted: string | null;
}

async function jobFor(ctx: OrchestratorContext, bench: CampaignBench): Promise<Result<Job>> {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  const whole = checkBundle(ctx.handoff, bench.dir);
  if (whole !== null) return { ok: false, error: whole };
  const write = async (job: Omit<z.infer<typeof JobSchema>, 'version'>): Promise<Result<Job>> => {
    const at = `${attemptFolder(ctx, item.id)}/job.json`;
    const file = await deliverJson(bench.dir, at, JobSchema, { version: 1, ...job });
    return ok({ file, accepted: job.accepted ?? null });
  };
  if (bench.player('EXECUTOR') === 'mock') return write({ machine: null, goal: item.title, header: null });
  const accepted = acceptedRun(ctx, item, bench.home);
  if (!accepted.ok) return accepted;
  if (accepted.value !== null)
    return write({ machine: null, goal: item.title, header: null, accepted: accepted.value });
  const { provider, roles, approvals } = bench.header;
  const asked = { machine: 'firmware-loop', taskFile: item.task_file ?? '', provider, roles };
  const started = await startFirmwareLoop({ ...bench.starting, approvals }, asked);
  if (!started.ok) return started;
  const made = started.value.header as FirmwareHeader;
  const loaded = { ...made.loaded, baseCommit: await baseFor(ctx, made.loaded) };
  const design = ctx.design === null ? null : received(bench.dir, ctx.design);
  if (design !== null && !design.ok) return design;
  const told = design === null ? {} : { design: design.value };
  // a delivery commits its work, or nobody does
  const isDelivered = wantsCommit(ctx.goal) || refusesCommit(ctx.goal);
  const header = { ...made, loaded, isDelivered, ...told };
  return write({ machine: 'firmware-loop', goal: started.value.goal, header });
}
