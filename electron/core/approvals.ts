import type { ApprovalList, KeptApproval } from '../../shared/approvals.js';
import { whoAnswered } from '../../shared/decisions.js';
import type { Gate } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text, type Words } from '../../shared/texts/words.js';
import { whyOver } from '../engine/gate.js';
import {
  APPROVAL_KINDS,
  type ApprovalAbout,
  type ApprovalKind,
  type ListedApproval,
  storedApprovals,
} from '../engine/stored-approvals.js';
import { written } from '../files/written.js';
import type { RunJournal } from '../journal/run-journal.js';
import { envelopeEnds } from '../lab/boards/envelope.js';
import { createRunList } from './run-list.js';
import { namesOfRuns, summarise, withRun } from './run-store.js';

/** See `Core.approvals`. Errors: HOME_UNWRITABLE. */
export async function listApprovals(home: string, now: () => number): Promise<Result<ApprovalList>> {
  const reachable = namesOfRuns(home);
  if (!reachable.ok) return reachable;
  const { runs, quarantined: unread } = createRunList(home)();
  const stored = APPROVAL_KINDS.flatMap((kind) =>
    storedApprovals(home, kind, now).list().filter(isGiven).map(kept),
  );
  const [envelopes, quarantined]: [KeptApproval[], Problem[]] = [[], [...unread]];
  const unfinished = runs.filter(({ final_status }) => final_status === null).map(({ run }) => run);
  for (const run of unfinished.sort()) {
    const gates = withRun(home, run, openGrants);
    if (!gates.ok) quarantined.push(gates.error);
    else if (gates.value.length > 0) envelopes.push(...(await envelopesOf(home, run, gates.value, now())));
  }
  return ok({ approvals: [...stored, ...envelopes], quarantined });
}

/** See `Core.revoke`. */
export async function revokeApproval(
  home: string,
  id: string,
  now: () => number,
): Promise<Result<KeptApproval>> {
  const listed = await listApprovals(home, now);
  if (!listed.ok) return listed;
  const found = listed.value.approvals.find((one) => one.id === id);
  if (!found) return fail(notThere(id));
  if (found.kind === 'envelope') return revokeEnvelope(home, found, now);
  const store = storedApprovals(home, found.kind, now);
  const record = store.list().find((one) => idOf(one) === id);
  if (!record) return fail(notThere(id));
  const taken = written(home, () => store.revoke(record.binding));
  if (!taken.ok) return taken;
  return ok(found);
}

const notThere = (id: string): Problem => ({
  code: 'USAGE',
  message: `there is no approval ${id}`,
  next: 'list them with `benchloop approvals`',
});

function revokeEnvelope(home: string, found: KeptApproval, now: () => number): Result<KeptApproval> {
  const [run = '', gate = ''] = found.id.split(':');
  return withRun(home, run, (journal) =>
    journal.revokeGate(gate, new Date(now()).toISOString()).length > 0 ? ok(found) : fail(notThere(found.id)),
  );
}

const isGiven = (one: ListedApproval): boolean => one.is !== 'none';

const idOf = ({ kind, binding }: Pick<ListedApproval, 'kind' | 'binding'>): string =>
  `${kind}-${binding.slice(0, 12)}`;

const ABOUT: Readonly<Record<ApprovalKind, (about: ApprovalAbout) => Words>> = {
  build: ({ subject }) => text`builds of ${subject}`,
  send: ({ subject, parts: { repository } }) => {
    if (repository === undefined) return text`text of a repository may go to ${subject}`; // as older ones have it
    return repository === ''
      ? text`text that belongs to no repository may go to ${subject}`
      : text`text of ${repository} may go to ${subject}`;
  },
  drives: ({ subject }) => text`the board ${subject} drives nothing`,
};
const OLDER: Readonly<Record<ApprovalKind, Words>> = {
  build: text`builds of a repository (an older Benchloop did not note which)`,
  send: text`text of a repository may go to a host (an older Benchloop did not note which)`,
  drives: text`a board drives nothing (an older Benchloop did not note which)`,
};

function kept(one: ListedApproval): KeptApproval {
  const about = one.is === 'genuine' ? one.about : null;
  return {
    ...{ id: idOf(one), kind: one.kind, uses: null, until: null },
    about: about === null ? OLDER[one.kind] : ABOUT[one.kind](about),
    given_at: one.is === 'genuine' ? one.at : null,
    run: about?.run ?? null,
    counts: one.is === 'genuine',
    why: one.is === 'void' ? one.why : null,
  };
}

/** The yeses of an unfinished run that cover several uses, each with those uses. */
function openGrants(journal: RunJournal): Result<Gate[]> {
  const [summary, gates] = [summarise(journal), journal.gates()];
  if (!summary.ok) return summary;
  if (!gates.ok) return gates;
  if (summary.value.final_status !== null) return ok([]);
  return ok(gates.value.filter(({ grant, answer }) => grant !== undefined && answer === 'yes'));
}

const isPersons = ({ answered_by }: Gate): boolean => whoAnswered(answered_by ?? '') === 'person';

async function envelopesOf(
  home: string,
  run: string,
  gates: readonly Gate[],
  now: number,
): Promise<KeptApproval[]> {
  const ends = await envelopeEnds(home, run);
  return gates.filter(isPersons).flatMap((gate): KeptApproval[] => {
    const { grant, binding, scope, at, parts } = gate;
    if (grant === undefined) return [];
    const uses = gates.filter((one) => one.binding === binding && one.scope === scope && one.at >= at);
    const fault = ends.ok && parts?.faults !== undefined && parts.faults !== String(ends.value.count);
    const why = whyNot(gate, fault ? (ends.value.why ?? '') : null) ?? whyOver(gate, uses.length, grant, now);
    return [
      {
        ...{ id: `${run}:${gate.gate}`, kind: 'envelope', about: gate.question, given_at: at, run },
        ...{ counts: why === null, why, uses: { used: uses.length, most: grant.uses } },
        until: new Date(Date.parse(at) + grant.ms).toISOString(),
      },
    ];
  });
}

function whyNot({ revoked }: Gate, fault: string | null): Words | null {
  if (revoked !== undefined) return text`it was revoked (${revoked})`;
  return fault === null ? null : text`it has ended: ${fault}`;
}
