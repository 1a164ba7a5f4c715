import { shellWord } from '../../../shared/shell-word.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { isUnfinished, type WorkItem } from '../../../shared/work-item.js';
import { runnable } from '../../lab/tasks/order.js';

/** How a campaign came to its end, and with what. */
export interface Ended {
  end: { status: string } | null;
  goal: string;
  /** Of that goal. */
  items: readonly WorkItem[];
  /** Goals of before that it did not come to. */
  resumable: readonly { goal: string }[];
}

/** What a person does after a campaign that failed: about each item that is blocked, and about those that are left (seed 001, §4.5). */
export function nextSteps({ end, goal, items, resumable }: Ended): Words[] {
  if (end?.status !== 'FAILED') return [];
  const blocked = items.filter(({ status, task_file }) => status === 'blocked' && task_file !== null);
  const ready = runnable({ items: [...items] }).map(({ title }) => title);
  const left = [...ready, ...resumable.map((epic) => epic.goal)];
  return [
    ...blocked.flatMap((item) => aboutBlocked(item, items, goal)),
    ...(left.length === 0
      ? []
      : [text`left, and resumable (${named(left)}); to go on with it: benchloop campaign`]),
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
