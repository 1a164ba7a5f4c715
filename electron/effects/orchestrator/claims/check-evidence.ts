import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Delivered } from '../../../../shared/campaign.js';
import type { Evidence, RejectedClaim } from '../../../../shared/deliverables.js';
import { ReportBodySchema } from '../../../../shared/report.js';
import { text, type Words } from '../../../../shared/texts/words.js';
import { jsonOf } from '../../../files/json.js';
import { git } from '../../../workspace/git.js';
import { gitFolderOf } from '../../../workspace/git-folder.js';
import { sha256Of } from '../deliver.js';
import { evidenceId } from './evidence-id.js';
import { isOwnImage, type RunFacts } from './run-facts.js';

/** Why a piece of evidence shows nothing; null: it shows what it says. */
export type Flaw = Pick<RejectedClaim, 'code' | 'reason'>;

const flaw = (code: Flaw['code'], reason: Words): Flaw => ({ code, reason });

/** What is known of what was done, by journals alone. */
export interface Known {
  /** Of the run that was dispatched; null: none was. */
  facts: RunFacts | null;
  /** What came of the delivery of its work; null: there was none. */
  delivered: Delivered | null;
  isMock: boolean;
}

export async function flawOf(
  { id, body }: Evidence,
  { facts, delivered, isMock }: Known,
): Promise<Flaw | null> {
  const short = id.slice(0, 12);
  if (evidenceId(body) !== id)
    return flaw('EVIDENCE_CHANGED', text`evidence ${short} was changed: its hash differs`);
  if (body.kind === 'mock')
    return isMock
      ? null
      : flaw('MOCK_EVIDENCE', text`evidence ${short} is made up, and this is no campaign of mocks`);
  if (facts === null || body.run !== facts.run)
    return flaw(
      'OTHER_RUN',
      text`evidence ${short} is of run ${body.run}, which was not dispatched for this`,
    );
  if (body.kind === 'commit') return commitFlaw(body, facts, delivered);
  const content = contentOf(facts.dir, body.file);
  if (content === null) return flaw('EVIDENCE_MISSING', text`${body.file} of run ${body.run} is missing`);
  if (sha256Of(content) !== body.sha256)
    return flaw('EVIDENCE_CHANGED', text`${body.file} of run ${body.run} was changed: its hash differs`);
  if (body.kind !== 'report' && !isOwnImage(facts, body.image))
    return flaw('OTHER_IMAGE', text`evidence ${short} was made with another image than the run built`);
  return body.kind === 'console' ? consoleFlaw(body, content, facts) : reportFlaw(body, content, facts);
}

/** A file of the run; null where it is not there, or lies elsewhere. */
function contentOf(dir: string, file: string): Buffer | null {
  const place = path.resolve(dir, file);
  if (!existsSync(place)) return null;
  const inside = path.relative(realpathSync(dir), realpathSync(place));
  return inside.startsWith('..') || path.isAbsolute(inside) ? null : readFileSync(place);
}

type Body<K extends Evidence['body']['kind']> = Extract<Evidence['body'], { kind: K }>;

function consoleFlaw(
  { file, from, to, range_sha256, sha256 }: Body<'console'>,
  content: Buffer,
  { ctx }: RunFacts,
): Flaw | null {
  const isOfTest = (ctx.last_test_result?.artifacts ?? []).some(
    (artifact) => artifact.kind === 'console' && artifact.sha256 === sha256,
  );
  if (!isOfTest) return flaw('NOT_SAID', text`${file} is not the console of the run's last test`);
  return from <= to && to <= content.length && sha256Of(content.subarray(from, to)) === range_sha256
    ? null
    : flaw('EVIDENCE_CHANGED', text`bytes ${from} to ${to} of ${file} have another hash`);
}

/** A report is what its run's journal says, or it is a lie. */
function reportFlaw(
  body: Body<'report' | 'case'>,
  content: Buffer,
  { ctx, run, ending }: RunFacts,
): Flaw | null {
  const report = ReportBodySchema.safeParse(jsonOf(content));
  const { verdict = null } = report.data ?? {};
  if (
    !report.success ||
    report.data.run !== run ||
    report.data.final_status !== ending.status ||
    verdict !== ending.verdict
  )
    return flaw('NOT_SAID', text`the report does not say what the journal of run ${run} says`);
  if (body.kind === 'report') return null;
  const passes = (cases: readonly { name: string; status: string }[]): boolean =>
    cases.some(({ name, status }) => name === body.case && status === 'pass');
  return passes(report.data.tests.cases) && passes(ctx.last_test_result?.cases ?? [])
    ? null
    : flaw('NOT_SAID', text`the run does not say that ${body.case} passes`);
}

/** The commit stands on its branch in the user's repository, and is the one that the delivery made, or that a person accepted. */
async function commitFlaw(
  { branch, commit, by_person }: Body<'commit'>,
  { run, header, accepted }: RunFacts,
  delivered: Delivered | null,
): Promise<Flaw | null> {
  const { commit: made } = delivered?.run === run ? delivered : { commit: null };
  const own = by_person === true ? accepted : made;
  if (own?.commit !== commit || own.branch !== branch) {
    const short = commit.slice(0, 12);
    return by_person
      ? flaw('NOT_SAID', text`commit ${short} is not what a person accepted of run ${run}`)
      : flaw('NOT_SAID', text`commit ${short} is not the one that was delivered`);
  }
  const folder = await gitFolderOf(header.loaded.repoRoot);
  const at =
    folder &&
    (await git({ gitDir: folder.gitDir }, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]));
  if (at === null || !at.ok) return flaw('EVIDENCE_MISSING', text`the repository has no branch ${branch}`);
  return at.value.trim() === commit
    ? null
    : flaw('EVIDENCE_CHANGED', text`branch ${branch} stands at another commit`);
}
