import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Delivered } from '../../../../shared/campaign.js';
import type { Claim, Claims, Evidence } from '../../../../shared/deliverables.js';
import type { Problem } from '../../../../shared/problem.js';
import type { ReportBody } from '../../../../shared/report.js';
import type { Artifact } from '../../../../shared/results.js';
import type { Role } from '../../../../shared/role.js';
import { text } from '../../../../shared/texts/words.js';
import { reportFile } from '../../../files/home-folder.js';
import { isHeldOut, targetCases } from '../../../machine/firmware-loop/assess.js';
import { changedPaths } from '../../../workspace/declared-paths.js';
import { sha256Of } from '../deliver.js';
import { asEvidence } from './evidence-id.js';
import type { Accepted, RunFacts } from './run-facts.js';
import { reportIn } from './run-report.js';

/** What the coder hands to the reviewer. */
export interface CoderResult {
  claims: Claims;
  evidence: Evidence[];
  files: string[];
  patch: string | null;
}

const NOTHING = { evidence: [], files: [], patch: null };

export const failedClaims = (item: string, { message }: Problem): CoderResult => ({
  claims: { version: 1, item, run: null, failure: message, claims: [] },
  ...NOTHING,
});

/** What a mock that is set to fail says. */
export const mockFails = (role: Role): Problem => ({
  code: 'MODEL_FAILURE',
  message: text`the mock of ${role} is set to fail`,
  next: text`have it succeed: benchloop mock ${role} success`,
});

/** Claims that nothing stands behind: marked, and taken only in a campaign of mocks. */
export function mockClaims(item: string): CoderResult {
  const evidence = asEvidence({ kind: 'mock', run: null });
  const claim = (criterion: string): Claim => ({ id: criterion, criterion, evidence: [evidence.id] });
  const claims = ['cases', 'regression', 'committed'].map(claim);
  return { claims: { version: 1, item, run: null, failure: null, claims }, ...NOTHING, evidence: [evidence] };
}

/** Bytes of a console that are named as evidence: its end, where the results stand. */
const MOST_CONSOLE = 64 * 1024;

/** What can be claimed of a run that has ended, by its own report, and of the delivery of its work. A run that did not reach its goal claims nothing. */
export async function claimsOf(
  item: string,
  facts: RunFacts,
  delivered: Delivered | null,
): Promise<CoderResult> {
  const { run, ending } = facts;
  const report = reportIn(facts.dir);
  if (report.ok && facts.accepted !== null)
    return acceptedClaims(item, facts, facts.accepted, delivered, report.value);
  if (!report.ok || ending.exit !== 0) {
    const failure = report.ok ? ending.reason : report.error.message;
    return { claims: { version: 1, item, run, failure, claims: [] }, ...NOTHING };
  }
  const content = await readFile(reportFile(facts.dir));
  const file = path.relative(facts.dir, reportFile(facts.dir)).split(path.sep).join('/');
  const of = { run, file, sha256: sha256Of(content) };
  const whole = asEvidence({ kind: 'report', ...of });
  const image = facts.ctx.last_test_result?.image ?? '';
  const cases = targetCases(facts.ctx, facts.ctx.last_test_result)
    .filter(({ name, status }) => status === 'pass' && !isHeldOut(facts.ctx, name))
    .map(({ name }) => asEvidence({ kind: 'case', ...of, case: name, image }));
  const console = await consoleOf(facts, image);
  const commit = commitOf(delivered);
  const evidence = [whole, ...cases, ...console, ...commit];
  const claims: Claim[] = [
    { id: 'cases', criterion: 'cases', evidence: [...cases, ...console].map(({ id }) => id) },
    { id: 'regression', criterion: 'regression', evidence: [whole.id] },
    ...(commit.length === 0
      ? []
      : [{ id: 'committed', criterion: 'committed', evidence: commit.map(({ id }) => id) }]),
  ];
  const { patch } = report.value;
  return {
    claims: { version: 1, item, run, failure: null, claims },
    evidence,
    ...{ patch, files: patch === null ? [] : changedPaths(patch) },
  };
}

/** A person's yes stands for every claim, and says so: the run itself proves none. */
function acceptedClaims(
  item: string,
  { run, header }: RunFacts,
  accepted: Accepted,
  delivered: Delivered | null,
  { patch }: ReportBody,
): CoderResult {
  const taken = asEvidence({ kind: 'commit', run, ...accepted, by_person: true });
  const commit = commitOf(delivered);
  const claim = (criterion: string, more: readonly Evidence[] = []): Claim => ({
    ...{ id: criterion, criterion, evidence: [taken, ...more].map(({ id }) => id) },
  });
  const isCommitted = commit.length > 0 || !header.isDelivered;
  const claims = [
    ...[claim('cases'), claim('regression')],
    ...(isCommitted ? [claim('committed', commit)] : []),
  ];
  return {
    claims: { version: 1, item, run, failure: null, claims },
    evidence: [taken, ...commit],
    ...{ patch, files: patch === null ? [] : changedPaths(patch) },
  };
}

async function consoleOf({ run, dir, ctx }: RunFacts, image: string): Promise<Evidence[]> {
  const found = (ctx.last_test_result?.artifacts ?? []).find(({ kind }: Artifact) => kind === 'console');
  if (found === undefined) return [];
  const file = `artifacts/${found.path}`;
  const bytes = await readFile(path.join(dir, file));
  const from = Math.max(0, bytes.length - MOST_CONSOLE);
  const range_sha256 = sha256Of(bytes.subarray(from));
  return [
    asEvidence({
      kind: 'console',
      ...{ run, file, sha256: found.sha256, image, from, to: bytes.length, range_sha256 },
    }),
  ];
}

const commitOf = (delivered: Delivered | null): Evidence[] =>
  delivered?.commit ? [asEvidence({ kind: 'commit', run: delivered.run, ...delivered.commit })] : [];
