import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { nested, text } from '../../../../shared/texts/words.js';
import { type Epic, isUnfinished, type WorkItem } from '../../../../shared/work-item.js';
import type { Bd } from './command.js';
import {
  actorOf,
  CANCELLED,
  campaignOf,
  IdSchema,
  isBelow,
  OURS,
  RUN,
  TASK,
  type Tracked,
} from './issues.js';

/** With what one campaign writes one epic. */
export interface Writing {
  bd: Bd;
  root: string;
  campaign: string;
}

/** Makes the tracker say what the epic says; what it says already is not written again. */
export async function writeEpic(w: Writing, epic: Epic, known: Tracked | null): Promise<Result<void>> {
  const stray = epic.items.find(({ task_file }) => task_file !== null && !isBelow(w.root, task_file));
  if (stray !== undefined) return fail(outside(stray.task_file ?? '', w.root));
  const parent = known === null ? await createEpic(w, epic) : ok(known.issue.id);
  if (!parent.ok) return parent;
  const claimed = await claim(w, parent.value, known?.issue.assignee ?? '');
  if (!claimed.ok) return claimed;
  if (known !== null && known.issue.title !== titleOf(epic.goal)) {
    const renamed = await say(w, ['update', parent.value, `--title=${titleOf(epic.goal)}`]);
    if (!renamed.ok) return renamed;
  }
  const ids = new Map([...(known?.issues ?? [])].map(([name, { id }]) => [name, id]));
  for (const item of epic.items) {
    const before = known?.epic.items.find(({ id }) => id === item.id) ?? null;
    const written = await (before === null
      ? createItem(w, item, parent.value, ids)
      : changeItem(w, item, before, known?.issues.get(item.id)?.assignee ?? '', ids));
    if (!written.ok) return written;
  }
  const isOver =
    epic.items.length > 0 &&
    !epic.items.some(({ status }) => isUnfinished({ status }) || status === 'blocked');
  return isOver && known?.issue.status !== 'closed'
    ? say(w, ['close', parent.value, '--reason=done'])
    : ok(undefined);
}

/** Titles of beads have at most 500 characters, in one line. */
const titleOf = (goal: string): string => goal.replace(/\s+/g, ' ').trim().slice(0, 500);

/** Its id is the tracker's; ours stands beside it, so that a campaign that was cut off finds it again. */
const createEpic = async (w: Writing, { id, goal }: Epic): Promise<Result<string>> =>
  newId(
    await w.bd(
      ['create', `--title=${titleOf(goal)}`, '--type=epic', `--external-ref=${OURS}${id}`],
      actorOf(w.campaign),
    ),
  );

async function createItem(
  w: Writing,
  item: WorkItem,
  parent: string,
  ids: Map<string, string>,
): Promise<Result<void>> {
  const { id, title, task_file: task, priority, deps } = item;
  const metadata = task === null ? {} : { [TASK]: path.relative(w.root, task).split(path.sep).join('/') };
  const blockers = deps.flatMap((dep) => ids.get(dep) ?? []);
  const made = newId(
    await w.bd(
      [
        ...['create', `--title=${titleOf(title)}`, '--type=task', `--parent=${parent}`],
        ...[`--priority=${Math.min(4, Math.max(0, priority))}`, `--external-ref=${OURS}${id}`],
        `--metadata=${JSON.stringify(metadata)}`,
        ...(blockers.length === 0 ? [] : [`--deps=${blockers.map((one) => `blocked-by:${one}`).join(',')}`]),
      ],
      actorOf(w.campaign),
    ),
  );
  if (!made.ok) return made;
  ids.set(id, made.value);
  return setStatus(w, item, made.value, '');
}

async function changeItem(
  w: Writing,
  item: WorkItem,
  before: WorkItem,
  assignee: string,
  ids: ReadonlyMap<string, string>,
): Promise<Result<void>> {
  const id = ids.get(item.id) ?? '';
  const calls = [
    ...(item.run !== null && item.run !== before.run
      ? [['update', id, `--set-metadata=${RUN}=${item.run}`]]
      : []),
    ...(titleOf(item.title) === before.title ? [] : [['update', id, `--title=${titleOf(item.title)}`]]),
    ...linksTo(item.deps, before.deps, ids).map((dep) => ['dep', 'add', id, dep]),
    ...linksTo(before.deps, item.deps, ids).map((dep) => ['dep', 'remove', id, dep]),
  ];
  for (const words of calls) {
    const said = await say(w, words);
    if (!said.ok) return said;
  }
  // what somebody changed in the tracker after us is theirs to say
  const isOurs = item.status !== before.status && item.updated_at >= before.updated_at;
  return isOurs ? setStatus(w, item, id, assignee) : ok(undefined);
}

/** Issues of this epic that one list of dependencies has and the other has not. */
const linksTo = (
  wanted: readonly string[],
  others: readonly string[],
  ids: ReadonlyMap<string, string>,
): string[] => wanted.filter((dep) => !others.includes(dep)).flatMap((dep) => ids.get(dep) ?? []);

async function setStatus(w: Writing, item: WorkItem, id: string, assignee: string): Promise<Result<void>> {
  if (item.status === 'in_progress') return claim(w, id, assignee);
  if (item.status === 'done') return say(w, ['close', id, `--reason=${item.run ?? 'done'}`]);
  if (item.status === 'cancelled') return say(w, ['close', id, `--reason=${CANCELLED}`]);
  return item.status === 'blocked' ? say(w, ['update', id, '--status=blocked']) : ok(undefined);
}

/**
 * Claims an issue for the campaign: beads lets only one have it. A claim of a campaign that is at rest is given back first, where it
 * is still that one's. Errors: RUN_OWNED with the tracker's words where another was faster.
 */
async function claim(w: Writing, id: string, assignee: string): Promise<Result<void>> {
  // what is closed cannot be claimed, and stays whose it was
  if (assignee === actorOf(w.campaign)) return ok(undefined);
  const isLeft = campaignOf(assignee) !== null;
  const freed = isLeft
    ? await say(w, ['unclaim', id, '--force', `--if-assignee=${assignee}`])
    : ok(undefined);
  const said = freed.ok ? await say(w, ['update', id, '--claim']) : freed;
  return said.ok || said.error.code !== 'ENV_ERROR' ? said : fail(lost(id, said.error));
}

async function say({ bd, campaign }: Writing, words: readonly string[]): Promise<Result<void>> {
  const said = await bd(words, actorOf(campaign));
  return said.ok ? ok(undefined) : said;
}

const Created = z.looseObject({ id: IdSchema });

function newId(said: Result<unknown>): Result<string> {
  if (!said.ok) return said;
  const made = Created.safeParse(said.value);
  return made.success
    ? ok(made.data.id)
    : fail({ code: 'ENV_ERROR', message: text`bd ${'create'} gave no JSON that beads documents` });
}

const lost = (id: string, { message, where }: Problem): Problem => ({
  ...{ code: 'RUN_OWNED', message: text`issue ${id} could not be claimed: ${nested(message)}` },
  ...(where !== undefined && { where }),
  next: text`see who has it: bd show ${id}`,
});

const outside = (file: string, root: string): Problem => ({
  code: 'USAGE',
  message: text`the task file lies outside of the repository whose tracker keeps the campaign: ${root}`,
  where: file,
  next: text`move it into the repository, or take the repository out of “beads” in policy.yaml`,
});
