import type { Problem } from '../../../shared/problem.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import type { WorkItem } from '../../../shared/work-item.js';

/** What the breaker has counted of items that are not done: each failed dispatch with its own reason. */
export const failedDispatches = (items: readonly WorkItem[]): Words[] =>
  items.flatMap(({ title, failed_dispatches: failures = [] }) =>
    failures.map(
      ({ campaign, attempt, problem }) =>
        text`“${title}”, attempt ${attempt} of campaign ${campaign}: ${reasonOf(problem)}`,
    ),
  );

const reasonOf = ({ message, where }: Problem) =>
  where === undefined ? nested(message) : text`${where}: ${nested(message)}`;
