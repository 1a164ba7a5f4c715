import type { Deliverable } from '../../../shared/deliverables.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { nested, text } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import { currentItem, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { checkBundle } from './check-bundle.js';
import { claimsOf, failedClaims, mockClaims, mockFails } from './claims/make-claims.js';
import { type RunFacts, runFacts } from './claims/run-facts.js';
import { reportIn } from './claims/run-report.js';
import { writeClaims } from './claims/write-claims.js';
import { receivedJson } from './deliver.js';
import { deliverRun } from './deliver-run.js';
import { JobSchema } from './dispatch.js';
import { wantsCommit } from './goal.js';
import { fatal } from './problems.js';
import { leaveLine } from './schedule.js';

/**
 * CODER_EXEC: has the dispatched run work to its end and, where the goal asks for a commit, has delivery take its work there; writes what
 * is claimed of both with the evidence.
 */
export const coderExec: CampaignEffect = async (ctx, bench, io) => {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  // one that was cut off may find that another campaign has gone on with its epic
  const mine = ctx.epic === null ? null : await bench.store.put(ctx.epic, io.run);
  if (mine !== null && !mine.ok) return fatal(mine.error, 'CODER_EXEC');
  const done = await carriedOut(ctx, bench, io);
  await leaveLine(bench.home, io.run);
  if (!done.ok) {
    const files = await writeClaims(ctx, bench.dir, failedClaims(item.id, done.error));
    return arrived(files, text`the dispatch failed: ${nested(done.error.message)}`, done.error);
  }
  if (done.value === null) {
    const failed = bench.mock('EXECUTOR') === 'failure' ? mockFails('EXECUTOR') : null;
    const made = failed === null ? mockClaims(item.id) : failedClaims(item.id, failed);
    return arrived(await writeClaims(ctx, bench.dir, made), text`MOCK: nothing was run`, failed);
  }
  const facts = runFacts(bench.home, done.value);
  if (!facts.ok) throw new Error(`${done.value} left no facts: ${JSON.stringify(facts.error)}`);
  const delivered = wantsCommit(ctx.goal) ? await deliveredOf(ctx, bench, io, facts.value) : ok(null);
  const committed = delivered.ok ? delivered.value : null;
  const made = await claimsOf(item.id, facts.value, committed);
  const files = await writeClaims(ctx, bench.dir, made);
  const { ending, accepted } = facts.value;
  const claims = made.claims.claims.length;
  const came =
    accepted === null
      ? text`${done.value}: ${ending.status}, claims: ${claims}`
      : text`${done.value}: not proven, accepted by a person, claims: ${claims}`;
  const reason = delivered.ok
    ? committed && committed.commit === null
      ? text`${nested(came)}; delivery: ${nested(committed.reason)}`
      : came
    : text`${nested(came)}; delivery: ${nested(delivered.error.message)}`;
  return { ...arrived(files, reason, null), delivered: committed };
};

/** What was handed over may have been changed while the run waited for a person: nothing is committed for a bundle that is not whole. */
async function deliveredOf(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
  facts: RunFacts,
): ReturnType<typeof deliverRun> {
  const broken = checkBundle(ctx.handoff, bench.dir);
  if (broken !== null) return fail(broken);
  const report = reportIn(facts.dir);
  return report.ok ? deliverRun(bench, io, facts) : report;
}

const arrived = (
  files: readonly Deliverable[],
  reason: ReturnType<typeof text>,
  problem: Problem | null,
) => ({
  type: 'claims_evidence_arrived' as const,
  reason,
  evidence: files.map(({ path }) => path),
  ...{ files, isDispatchFailed: problem !== null, delivered: null },
  ...(problem !== null && { problem }),
});

/** Id of the run that came to its end, or was accepted after it; null: a mock ran nothing. */
async function carriedOut(
  { dispatched }: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
): Promise<Result<string | null>> {
  if (dispatched === null) throw new Error('nothing was dispatched');
  const { job, problem } = dispatched;
  if (job === null) return fail(problem ?? NO_JOB);
  const read = receivedJson(bench.dir, job, JobSchema);
  if (!read.ok) return read;
  const { machine, goal, header, accepted } = read.value;
  if (accepted !== undefined) return ok(accepted);
  if (machine === null) return ok(null);
  const end = await io.dispatch({ kind: 'run', machine, goal, header });
  return end.ok ? ok(end.value.run) : end;
}

const NO_JOB: Problem = { code: 'ARTIFACT_MISSING', message: text`${'job.json'} was not handed over` };
