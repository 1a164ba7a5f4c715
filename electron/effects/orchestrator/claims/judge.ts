import { existsSync } from 'node:fs';
import path from 'node:path';
import { matchesCase } from '../../../../shared/case-pattern.js';
import type {
  AcceptReview,
  Claim,
  Criterion,
  Evidence,
  RejectedClaim,
} from '../../../../shared/deliverables.js';
import { nested, text, type Words } from '../../../../shared/texts/words.js';
import { reportFile } from '../../../files/home-folder.js';
import {
  endsWorse,
  isHeldOut,
  regressions,
  targetCases,
  unmatchedPatterns,
} from '../../../machine/firmware-loop/assess.js';
import { type Flaw, flawOf, type Known } from './check-evidence.js';
import type { RunFacts } from './run-facts.js';

/** What is judged: what was asked for, what is claimed, and with what. */
export interface Case extends Known {
  criteria: readonly Criterion[];
  claims: readonly Claim[];
  evidence: readonly Evidence[];
  /** Why nothing is claimed of the run; null: something is. */
  failure: Words | null;
}

export type Judged = Pick<AcceptReview, 'accepted_claims' | 'rejected_claims'>;

/** Every criterion is claimed, and every claim's evidence exists, hashes, was made with the run's image, and says it. */
export async function judge(o: Case): Promise<Judged> {
  const rejected: RejectedClaim[] = [];
  const accepted: string[] = [];
  for (const criterion of o.criteria) {
    const claim = o.claims.find((one) => one.criterion === criterion.id);
    const wrong = claim === undefined ? notClaimed(criterion, o) : await flawIn(criterion, claim, o);
    if (wrong === null) accepted.push(criterion.id);
    else rejected.push({ claim: criterion.id, ...wrong });
  }
  return { accepted_claims: accepted, rejected_claims: rejected };
}

/** A run that changed nothing has nothing to commit. */
function notClaimed({ id, kind }: Criterion, { facts, delivered, failure }: Case): Flaw | null {
  const at = facts?.ctx.repo_snapshot;
  if (kind === 'committed' && at && at.base_commit === at.current_commit && facts?.ending.exit === 0)
    return null;
  if (facts !== null && !existsSync(reportFile(facts.dir))) {
    const file = path.posix.join('report', path.basename(reportFile(facts.dir)));
    return { code: 'EVIDENCE_MISSING', reason: text`${file} of run ${facts.run} is missing` };
  }
  const why = failure ?? (kind === 'committed' && delivered !== null ? delivered.reason : null);
  const reason = why === null ? text`nobody claims ${id}` : text`nobody claims ${id}: ${nested(why)}`;
  return { code: 'NOT_CLAIMED', reason };
}

async function flawIn(criterion: Criterion, claim: Claim, o: Case): Promise<Flaw | null> {
  if (claim.evidence.length === 0)
    return { code: 'NO_EVIDENCE', reason: text`claim ${claim.id} has no evidence` };
  const named: Evidence[] = [];
  for (const id of claim.evidence) {
    const found = o.evidence.find((one) => one.id === id);
    if (found === undefined)
      return { code: 'EVIDENCE_MISSING', reason: text`evidence ${id.slice(0, 12)} does not exist` };
    const wrong = await flawOf(found, o);
    if (wrong !== null) return wrong;
    named.push(found);
  }
  if (named.every(({ body }) => body.kind === 'mock')) return null;
  // a person's yes, which `flawOf` has found in the run's journal
  if (named.some(({ body }) => body.kind === 'commit' && body.by_person)) return null;
  if (o.facts?.ending.verdict === 'UNPROVEN')
    return { code: 'UNPROVEN', reason: text`run ${o.facts.run} is not proven: it closes no claim` };
  return SAYS[criterion.kind](named, o.facts, criterion);
}

/** Whether the evidence says what is claimed; each piece of it was checked before. */
const SAYS: Readonly<
  Record<
    Criterion['kind'],
    (named: readonly Evidence[], facts: RunFacts | null, criterion: Criterion) => Flaw | null
  >
> = {
  target_cases_pass: (named, facts, { cases: patterns }) => {
    if (facts === null) return NOT_RUN;
    const { ctx } = facts;
    const result = ctx.last_test_result;
    const shown = new Set(named.flatMap(({ body }) => (body.kind === 'case' ? [body.case] : [])));
    const open = targetCases(ctx, result).filter(
      ({ name, status }) => status !== 'pass' || !(shown.has(name) || isHeldOut(ctx, name)),
    );
    const strange = patterns.find((pattern) => ![...shown].some((name) => matchesCase([pattern], name)));
    const first = open[0]?.name ?? unmatchedPatterns(ctx, result)[0] ?? strange;
    if (first !== undefined) return { code: 'NOT_SAID', reason: text`nothing shows that ${first} passes` };
    return result === null || result.incomplete !== null
      ? { code: 'NOT_SAID', reason: text`the test session is not whole` }
      : null;
  },
  no_regression: (named, facts) => {
    if (facts === null) return NOT_RUN;
    if (!named.some(({ body }) => body.kind === 'report'))
      return { code: 'NOT_SAID', reason: text`no report is named` };
    const [lost] = regressions(facts.ctx);
    if (lost !== undefined)
      return { code: 'NOT_SAID', reason: text`${lost} passed before, and does not now` };
    return endsWorse(facts.ctx)
      ? { code: 'NOT_SAID', reason: text`the test session ends worse than before` }
      : null;
  },
  committed: (named) =>
    named.some(({ body }) => body.kind === 'commit')
      ? null
      : { code: 'NOT_SAID', reason: text`no commit is named` },
};

const NOT_RUN: Flaw = { code: 'OTHER_RUN', reason: text`no run was dispatched` };
