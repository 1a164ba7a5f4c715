import type { Delivered, Stage } from '../../../shared/campaign.js';
import {
  AcceptanceSchema,
  type AcceptReview,
  AcceptReviewSchema,
  ChangedFilesSchema,
  ClaimsSchema,
  type Deliverable,
  EvidenceSchema,
  type RejectedClaim,
  type ResidualRisk,
} from '../../../shared/deliverables.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import {
  attemptOf,
  currentItem,
  type OrchestratorContext,
  otherReadyItems,
} from '../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignEffect, CampaignOutcome } from './bench.js';
import { checkBundle } from './check-bundle.js';
import { decisionOf } from './claims/decision.js';
import { type Judged, judge } from './claims/judge.js';
import { type RunFacts, runFacts } from './claims/run-facts.js';
import { changeOf } from './claims/run-report.js';
import { attemptFolder } from './coder-handoff.js';
import { deliverJson, named, receivedJson } from './deliver.js';
import { fatal } from './problems.js';
import { risksByModel } from './risks-by-model.js';
import { nextInQueue } from './tasks/queue.js';

/** REVIEW_ACCEPT: a claim is taken for its evidence alone. What the run came to decides between once more and another plan. */
export const reviewAccept: CampaignEffect = async (ctx, bench, io) => {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  const seen = await look(ctx, bench);
  const change = changeOf(seen.facts);
  const branch = ctx.delivered?.commit?.branch ?? change.branch;
  const { risks, records } = await risksByModel(ctx, bench, io, {
    ...{ claims: seen.judged, facts: seen.facts },
    ...change,
  });
  const review: AcceptReview = {
    ...{ decision: isSetToFail(bench) ? 'retry' : decisionOf(seen), review_level: 'executor' },
    by: bench.player('REVIEWER'),
    ...seen.judged,
    residual_risks: [...seen.risks, ...risks].map((risk): ResidualRisk => ({ item: item.id, risk })),
  };
  const at = `${attemptFolder(ctx, item.id)}/review.json`;
  const file = await deliverJson(bench.dir, at, AcceptReviewSchema, review);
  const stage: Stage = {
    ...{ item: item.id, title: item.title, attempt: attemptOf(ctx, item.id), run: seen.run },
    ...{ verdict: seen.facts?.ending.verdict ?? null, branch, review },
  };
  const next = review.decision === 'pass' ? await nextInQueue(ctx, bench, io) : ok(null);
  if (!next.ok) return fatal(next.error, 'REVIEW_ACCEPT');
  const isLast = otherReadyItems(ctx).length === 0 && next.value === null;
  return told(stage, seen, [file.path, ...records], isLast);
};

const isSetToFail = (bench: CampaignBench): boolean =>
  bench.player('REVIEWER') === 'mock' && bench.mock('REVIEWER') === 'failure';

interface Seen {
  run: string | null;
  facts: RunFacts | null;
  delivered: Delivered | null;
  /** Why nothing is claimed; null: something is. */
  failure: Words | null;
  judged: Judged;
  risks: Words[];
}

async function look(ctx: OrchestratorContext, bench: CampaignBench): Promise<Seen> {
  const read = readAll(ctx, bench.dir);
  if (!read.ok) {
    const rejected: RejectedClaim = { claim: 'bundle', code: 'EVIDENCE_CHANGED', reason: read.error.message };
    return {
      run: null,
      facts: null,
      delivered: null,
      failure: read.error.message,
      judged: { accepted_claims: [], rejected_claims: [rejected] },
      risks: [],
    };
  }
  const { criteria, claims, evidence } = read.value;
  const facts = claims.run === null ? null : runFacts(bench.home, claims.run);
  const known = facts?.ok && facts.value.parent === ctx.run ? facts.value : null;
  const { delivered, isMock } = ctx;
  const { run, failure } = claims;
  const judged = await judge({
    ...{ criteria, claims: claims.claims, evidence, facts: known, delivered, isMock, failure },
  });
  return { run, facts: known, delivered, failure, judged, risks: risksOf(known, ctx) };
}

function readAll(ctx: OrchestratorContext, dir: string) {
  const of = (files: readonly Deliverable[], name: string): Result<Deliverable> => named(files, name);
  const [criteria, claims, evidence, changed] = [
    of(ctx.handoff, 'acceptance_criteria.json'),
    of(ctx.claims, 'claims.json'),
    of(ctx.claims, 'evidence.json'),
    of(ctx.claims, 'changed_files.json'),
  ];
  if (!criteria.ok) return criteria;
  if (!claims.ok) return claims;
  if (!evidence.ok) return evidence;
  if (!changed.ok) return changed;
  // it may have been changed while the run waited for a person
  const broken = checkBundle(ctx.handoff, dir);
  if (broken !== null) return fail(broken);
  const [asked, said, shown, files] = [
    receivedJson(dir, criteria.value, AcceptanceSchema),
    receivedJson(dir, claims.value, ClaimsSchema),
    receivedJson(dir, evidence.value, EvidenceSchema),
    receivedJson(dir, changed.value, ChangedFilesSchema),
  ];
  if (!asked.ok) return asked;
  if (!said.ok) return said;
  if (!shown.ok) return shown;
  if (!files.ok) return files;
  return ok({ criteria: asked.value.criteria, claims: said.value, evidence: shown.value.evidence });
}

function risksOf(facts: RunFacts | null, { isMock }: OrchestratorContext): Words[] {
  if (isMock) return [text`MOCK: no evidence of this campaign is real`];
  if (facts !== null && facts.accepted !== null) {
    const { run, accepted } = facts;
    return [text`run ${run} is UNPROVEN: a person accepted it, as commit ${accepted.commit.slice(0, 12)}`];
  }
  if (facts?.ending.exit !== 0) return [];
  return facts.ending.verdict === 'PLAUSIBLE'
    ? [text`run ${facts.run} is plausible, and not proven on held-out cases`]
    : [];
}

function told(
  stage: Stage,
  { run, facts, failure }: Seen,
  evidence: readonly string[],
  isLast: boolean,
): CampaignOutcome {
  const { decision, rejected_claims: rejected, accepted_claims: accepted } = stage.review;
  const [first] = rejected;
  const why = failure ?? first?.reason ?? text`the mock of ${'REVIEWER'} is set to fail`;
  if (decision === 'retry')
    return { type: 'reject_or_retry', reason: text`sent back: ${nested(why)}`, evidence, stage };
  if (decision === 'replan')
    return {
      type: 'requirement_changed_or_blocked',
      reason: text`run ${run ?? ''} ended ${facts?.ending.verdict ?? ''}: ${nested(why)}`,
      ...{ evidence, stage },
    };
  const reason = text`“${stage.title}”: claims with evidence: ${accepted.length}`;
  return { type: isLast ? 'pass' : 'next_task', reason, evidence, stage };
}
