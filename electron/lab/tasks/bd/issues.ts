import path from 'node:path';
import * as z from 'zod';
import type { Epic, WorkItem } from '../../../../shared/work-item.js';

/** What is in `metadata` of an issue that is an item of ours: its task file, from the folder of the tracker, and its last run. */
export const TASK = 'benchloop_task';
export const RUN = 'benchloop_run';
/** Issues that a campaign has made carry its own id there, behind this. */
export const OURS = 'benchloop:';
/** Campaigns claim issues under this name. */
const ACTOR = 'benchloop/';
/** How an issue is closed that is not done. */
export const CANCELLED = 'cancelled';

export const actorOf = (campaign: string): string => `${ACTOR}${campaign}`;
export const campaignOf = (actor: string): string | null =>
  actor.startsWith(ACTOR) ? actor.slice(ACTOR.length) : null;

const words = z.string().max(10_000);

/** An id becomes an argument, and must not be read as an option. */
export const IdSchema = z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/);

const Dependency = z.union([
  z.looseObject({ depends_on_id: z.string(), type: z.string() }).transform((d) => [d.depends_on_id, d.type]),
  z.looseObject({ id: z.string(), dependency_type: z.string() }).transform((d) => [d.id, d.dependency_type]),
]);

/** The fields of an issue that are read; beads may add others. */
export const IssueSchema = z
  .looseObject({
    ...{ id: IdSchema, title: words, status: words, issue_type: words },
    priority: z.number().int(),
    updated_at: z.iso.datetime({ offset: true, local: true }),
    assignee: words.nullish(),
    close_reason: words.nullish(),
    external_ref: words.nullish(),
    parent: z.string().nullish(),
    dependencies: z.array(Dependency).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .transform((issue) => {
    const of = (name: string): string | null => {
      const value = issue.metadata?.[name];
      return typeof value === 'string' && value !== '' ? value : null;
    };
    const deps = issue.dependencies ?? [];
    const to = (kind: string): string[] =>
      deps.flatMap(([target, type]) => (type === kind && target !== undefined ? [target] : []));
    return {
      ...{ id: issue.id, title: issue.title, status: issue.status, type: issue.issue_type },
      ...{ priority: issue.priority, updated_at: Date.parse(issue.updated_at) },
      ...{ assignee: issue.assignee ?? '', reason: issue.close_reason ?? '', ref: issue.external_ref ?? '' },
      ...{ parent: issue.parent ?? to('parent-child')[0] ?? null, blockers: to('blocks') },
      ...{ task: of(TASK), run: of(RUN) },
    };
  });
export type Issue = z.output<typeof IssueSchema>;

/** An epic as it stands in the tracker, with the issues behind it. */
export interface Tracked {
  epic: Epic;
  issue: Issue;
  /** By id of the item. */
  issues: ReadonlyMap<string, Issue>;
}

/** What campaigns call it: the id that they gave it themselves, else that of the tracker. */
const nameOf = ({ ref, id }: Issue): string => (ref.startsWith(OURS) ? ref.slice(OURS.length) : id);

/**
 * Epics with items of ours. What a person has claimed is that person's, and left out.
 *
 * @param ready ids of issues that the tracker itself holds for ready
 */
export function trackedIn(issues: readonly Issue[], ready: ReadonlySet<string>, root: string): Tracked[] {
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  return issues
    .filter(({ type, assignee }) => type === 'epic' && (assignee === '' || campaignOf(assignee) !== null))
    .flatMap((issue) => {
      const own = issues.filter(({ parent, task }) => parent === issue.id && task !== null);
      const isOver = issue.status === 'closed' && own.some(({ status }) => status !== 'closed');
      if (own.length === 0 || isOver) return [];
      const items = own.map((child) => itemOf(child, issue, { byId, ready, root }));
      const epic: Epic = {
        ...{ id: nameOf(issue), goal: issue.title, items, campaign: campaignOf(issue.assignee) },
        updated_at: Math.max(issue.updated_at, ...own.map(({ updated_at }) => updated_at)),
      };
      return [{ epic, issue, issues: new Map(own.map((child) => [nameOf(child), child])) }];
    })
    .sort((a, b) => b.epic.updated_at - a.epic.updated_at);
}

interface Around {
  byId: ReadonlyMap<string, Issue>;
  ready: ReadonlySet<string>;
  root: string;
}

function itemOf(issue: Issue, epic: Issue, { byId, ready, root }: Around): WorkItem {
  const deps = issue.blockers.flatMap((id) => {
    const other = byId.get(id);
    if (other === undefined) return [id];
    return other.parent === epic.id || other.status !== 'closed' ? [nameOf(other)] : [];
  });
  return {
    ...{ id: nameOf(issue), epic: nameOf(epic), title: issue.title, task_file: taskFile(issue, root) },
    ...{ status: statusOf(issue, deps, ready), priority: issue.priority, deps },
    ...{ updated_at: issue.updated_at, run: issue.run },
  };
}

/** A file below the tracker's folder; what leads out of it is none. */
function taskFile({ task }: Issue, root: string): string | null {
  const file = path.resolve(root, task ?? '');
  return task !== null && isBelow(root, file) ? file : null;
}

export function isBelow(root: string, file: string): boolean {
  const way = path.relative(root, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** What waits for something that is no dependency (a date, a gate), or is with a person, is nothing that can be worked on. */
function statusOf(
  { id, status, reason, assignee }: Issue,
  deps: readonly string[],
  ready: ReadonlySet<string>,
): WorkItem['status'] {
  if (status === 'closed') return reason === CANCELLED ? 'cancelled' : 'done';
  if (assignee !== '' && campaignOf(assignee) === null) return 'blocked';
  if (status === 'in_progress') return 'in_progress';
  return status === 'open' && (deps.length > 0 || ready.has(id)) ? 'open' : 'blocked';
}
