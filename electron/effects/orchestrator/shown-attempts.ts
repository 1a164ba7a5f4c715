import type { Stage } from '../../../shared/campaign.js';
import { type Attempt, MOST_EVIDENCE, type ShownClaim } from '../../../shared/campaign-panel.js';
import {
  type Claims,
  ClaimsSchema,
  type Deliverable,
  type Evidence,
  EvidenceSchema,
} from '../../../shared/deliverables.js';
import { ok, type Result } from '../../../shared/problem.js';
import { folderOf, named, receivedJson } from './deliver.js';

/**
 * An attempt with each of its claims beside what it rests on.
 *
 * @param dir the run's folder
 * @param files every file that was handed over
 */
export function attemptShown(dir: string, stage: Stage, files: readonly Deliverable[]): Attempt {
  const folder = `${folderOf(stage.item)}/attempt-${stage.attempt}/`;
  const read = claimsIn(
    dir,
    files.filter(({ path }) => path.startsWith(folder)),
  );
  if (!read.ok) return { ...stage, claims: claimsOf(stage, [], []), problem: read.error.message };
  const { said, evidence } = read.value;
  return { ...stage, claims: claimsOf(stage, said.claims, evidence), problem: said.failure };
}

function claimsIn(
  dir: string,
  files: readonly Deliverable[],
): Result<{ said: Claims; evidence: readonly Evidence[] }> {
  const [claims, evidence] = [named(files, 'claims.json'), named(files, 'evidence.json')];
  if (!claims.ok) return claims;
  if (!evidence.ok) return evidence;
  const said = receivedJson(dir, claims.value, ClaimsSchema);
  if (!said.ok) return said;
  const shown = receivedJson(dir, evidence.value, EvidenceSchema);
  return shown.ok ? ok({ said: said.value, evidence: shown.value.evidence }) : shown;
}

/** Those that the reviewer judged, in its order: also the ones that nobody made. */
function claimsOf({ review }: Stage, claims: Claims['claims'], evidence: readonly Evidence[]): ShownClaim[] {
  const of = (claim: string, rejected: ShownClaim['rejected']): ShownClaim => {
    const ids = new Set(claims.find(({ criterion }) => criterion === claim)?.evidence);
    const found = evidence.filter(({ id }) => ids.has(id)).map(({ body }) => body);
    // a range of a console comes behind all cases, and is what a reader looks for first
    const first = [...found].sort((a, b) => Number(b.kind === 'console') - Number(a.kind === 'console'));
    return { claim, rejected, evidence: first.slice(0, MOST_EVIDENCE), pieces: ids.size };
  };
  return [
    ...review.accepted_claims.map((claim) => of(claim, null)),
    ...review.rejected_claims.map(({ claim, code, reason }) => of(claim, { code, reason })),
  ];
}
