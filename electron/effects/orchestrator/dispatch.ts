import * as z from 'zod';
import type { Deliverable } from '../../../shared/deliverables.js';
import { ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { currentItem, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { FirmwareHeader } from '../firmware-loop/start/run-header.js';
import { startFirmwareLoop } from '../firmware-loop/start/start.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { checkBundle } from './check-bundle.js';
import { attemptFolder } from './coder-handoff.js';
import { deliverJson } from './deliver.js';
import { wantsCommit } from './goal.js';
import { baseFor } from './tasks/base.js';

/** `job.json`: the run that is to be dispatched; a mock has none. */
export const JobSchema = z.strictObject({
  version: z.literal(1),
  machine: z.literal('firmware-loop').nullable(),
  goal: z.string(),
  header: z.unknown(),
});

/** DISPATCH: checks the bundle once more, and makes the one run of it ready. What fails here is told to the reviewer. */
export const dispatch: CampaignEffect = async (ctx, bench) => {
  const job = await jobFor(ctx, bench);
  if (job.ok)
    return {
      type: 'dispatch_success',
      reason: text`one run is ready`,
      evidence: [job.value.path],
      dispatched: { job: job.value, problem: null },
    };
  return {
    type: 'dispatch_failed',
    reason: job.error.message,
    evidence: [],
    dispatched: { job: null, problem: job.error },
  };
};

async function jobFor(ctx: OrchestratorContext, bench: CampaignBench): Promise<Result<Deliverable>> {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  const whole = checkBundle(ctx.handoff, bench.dir);
  if (whole !== null) return { ok: false, error: whole };
  const write = (machine: 'firmware-loop' | null, goal: string, header: unknown): Promise<Deliverable> =>
    deliverJson(bench.dir, `${attemptFolder(ctx, item.id)}/job.json`, JobSchema, {
      ...{ version: 1, machine, goal, header },
    });
  if (bench.player('EXECUTOR') === 'mock') return ok(await write(null, item.title, null));
  const { provider, roles, approvals } = bench.header;
  const asked = { machine: 'firmware-loop', taskFile: item.task_file ?? '', provider, roles };
  const started = await startFirmwareLoop({ ...bench.starting, approvals }, asked);
  if (!started.ok) return started;
  const made = started.value.header as FirmwareHeader;
  const loaded = { ...made.loaded, baseCommit: await baseFor(ctx, made.loaded) };
  const header = { ...made, loaded, isDelivered: wantsCommit(ctx.goal) };
  return ok(await write('firmware-loop', started.value.goal, header));
}
