import { type Epic, isUnfinished, type WorkItem } from '../../../shared/work-item.js';

/** Items of an epic that can be done now: what they depend on is done. */
export const runnable = ({ items }: Pick<Epic, 'items'>): WorkItem[] => {
  const done = new Set(items.filter(({ status }) => status === 'done').map(({ id }) => id));
  return items.filter((item) => isUnfinished(item) && item.deps.every((dep) => done.has(dep)));
};

/** The item of an epic that is taken up first: priority, then what was changed last (seed 001, §5). */
const first = (epic: Epic): WorkItem | undefined =>
  [...runnable(epic)].sort((a, b) => a.priority - b.priority || b.updated_at - a.updated_at)[0];

/** Epics that can be taken up, in the seed's order: can be done, then priority, then what was changed last. */
export const resumeOrder = (epics: readonly Epic[]): Epic[] =>
  epics
    .filter(({ items }) => items.some(isUnfinished))
    .map((epic) => ({ epic, item: first(epic) }))
    .sort(
      (a, b) =>
        Number(a.item === undefined) - Number(b.item === undefined) ||
        (a.item?.priority ?? 0) - (b.item?.priority ?? 0) ||
        (b.item?.updated_at ?? b.epic.updated_at) - (a.item?.updated_at ?? a.epic.updated_at),
    )
    .map(({ epic }) => epic);
