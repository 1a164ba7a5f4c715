import type { Stage } from '../../../shared/campaign.js';
import { shellWord } from '../../../shared/shell-word.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { isUnfinished, type WorkItem } from '../../../shared/work-item.js';
import { runnable } from '../../lab/tasks/order.js';

/** How a campaign came to its end, and with what. */
export interface Ended {
  run: string;
  /** Null: it has not ended. */
  end: { status: string } | null;
  goal: string;
  isMock: boolean;
  /** Of that goal. */
  items: readonly WorkItem[];
  /** Of the goals that it went on with before. */
  earlier: readonly WorkItem[];
  stages: readonly Stage[];
  /** Earlier goals that it did not reach. */
  resumable: readonly { goal: string }[];
}

/** Items that are not done, in the order of the plan. */
export const notDone = (items: readonly WorkItem[]): WorkItem[] =>
  items.filter(({ status }) => status !== 'done').sort((a, b) => a.priority - b.priority);

/** Whether an item was given up, or waits, or stands in its own way. */
export const standing = (item: WorkItem): Words =>
  isUnfinished(item) ? text`not worked on` : item.status === 'cancelled' ? text`given up` : text`blocked`;

/** What a person does after a campaign: take over what was accepted, and go on with what was not (seed 001, §4.5). */
export function nextSteps(o: Ended): Words[] {
  if (o.end === null) return [];
  return [
    ...lastBranches(o).map((branch) => text`read the changes and take them over: git merge ${branch}`),
    ...patches(o).map((of) => text`read its patch and take it over: benchloop show ${of}`),
    ...lastRefuted(o).map((of) => text`see what the last run came to: benchloop show ${of}`),
    ...(o.end.status === 'COMPLETE' || o.isMock ? [] : goOn(o)),
    ...(o.stages.length === 0 ? [] : [text`full report: benchloop show ${o.run} --html report.html`]),
  ];
}

/** Each stands on those of the items that its own item follows. */
function lastBranches({ items, earlier, stages }: Ended): string[] {
  const all = [...earlier, ...items];
  const accepted = stages.filter(({ review, branch }) => review.decision === 'pass' && branch !== null);
  const before = new Set(accepted.flatMap(({ item }) => followed(item, all)));
  return accepted.flatMap(({ item, branch }) => (branch === null || before.has(item) ? [] : [branch]));
}

/** Every item that one follows, however far back. */
function followed(id: string, items: readonly WorkItem[]): string[] {
  const deps = items.find((item) => item.id === id)?.deps ?? [];
  return [...deps, ...deps.flatMap((dep) => followed(dep, items))];
}

/** Runs whose work was accepted and went onto no branch; one that found nothing to fix has none. */
const patches = ({ stages, isMock }: Ended): string[] =>
  stages.flatMap(({ review, branch, run, verdict }) =>
    isMock || review.decision !== 'pass' || branch !== null || run === null || verdict === 'NOTHING_TO_FIX'
      ? []
      : [run],
  );

function lastRefuted({ stages }: Ended): string[] {
  const last = stages.at(-1);
  return last === undefined || last.review.decision === 'pass' || last.run === null ? [] : [last.run];
}

/** About each item that is blocked, those that were given up with the campaign, and those that are left. */
function goOn({ end, items, goal, resumable }: Ended): Words[] {
  const blocked = items.filter(({ status, task_file }) => status === 'blocked' && task_file !== null);
  const given = end?.status === 'CANCELLED' ? items.filter(({ status }) => status === 'cancelled') : [];
  const left = [
    ...runnable({ items: [...items] }).map(({ title }) => title),
    ...resumable.map((epic) => epic.goal),
  ];
  return [
    ...blocked.flatMap((item) => aboutBlocked(item, items, goal)),
    ...(given.length === 0
      ? []
      : [text`to begin again what was given up: benchloop campaign ${wordsOf(goal, given)}`]),
    ...(left.length === 0 ? [] : [text`still to do: ${named(left)}; to go on: benchloop campaign`]),
  ];
}

function aboutBlocked(item: WorkItem, items: readonly WorkItem[], goal: string): Words[] {
  const waiting = waitingFor(item, items);
  const words = wordsOf(goal, [item, ...waiting]);
  const next = item.failed_dispatches?.at(-1)?.problem.next;
  return [
    ...(next === undefined ? [] : [text`“${item.title}”: ${nested(next)}`]),
    waiting.length === 0
      ? text`once the cause is gone, begin “${item.title}” again: benchloop campaign ${words}`
      : text`once the cause is gone, begin “${item.title}” again, with what waits for it (${named(waiting.map(({ title }) => title))}): benchloop campaign ${words}`,
  ];
}

/** Unfinished items that cannot be worked on before this one is done, in their order. */
function waitingFor({ id }: WorkItem, items: readonly WorkItem[]): WorkItem[] {
  const behind = new Set([id]);
  for (const item of items) if (item.deps.some((dep) => behind.has(dep))) behind.add(item.id);
  return items.filter((item) => item.id !== id && behind.has(item.id) && isUnfinished(item));
}

const named = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join(', ');

function wordsOf(goal: string, items: readonly WorkItem[]): string {
  const tasks = items.flatMap(({ task_file }) => (task_file === null ? [] : ['--task', word(task_file)]));
  return [word(goal), ...tasks].join(' ');
}

const word = (text: string): string => shellWord(text, process.platform);
