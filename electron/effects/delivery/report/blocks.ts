import type { Committed, Deployed, Finding, RolledBack } from '../../../../shared/delivery.js';
import { nested, text, type Words } from '../../../../shared/texts/words.js';

/** What the review has found, from which angle, and where. */
export const finding = ({ angle, what, where }: Finding): Words =>
  where === null ? text`${angle}: ${nested(what)}` : text`${angle}: ${where}: ${nested(what)}`;

export const commitLines = ({ commit, branch, message, notes }: Committed): Words[] => [
  text`${commit.slice(0, 12)} on branch ${branch}`,
  message.split('\n')[0] ?? '',
  ...notes,
];

/** Each board with the beginning of the hash of its image. */
export const deployedLines = (deployed: readonly Deployed[]): Words[] =>
  deployed.map(({ board, image }) => text`${board}: ${image.slice(0, 12)}`);

/** Each board that was to hold again what it held, and what stood in the way. */
export const putBackLines = (boards: readonly RolledBack[]): Words[] =>
  boards.map(({ board, problem }) => (problem === null ? board : text`${board}: ${nested(problem.message)}`));
