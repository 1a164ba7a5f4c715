import type { Opening } from './attack.js';
import { forging } from './forging/forging.js';
import { honest } from './forging/honest.js';
import { images } from './fuzz/images.js';
import { cassettes, journals } from './fuzz/runs.js';
import { results, yaml } from './fuzz/texts.js';
import { kills } from './kills.js';
import { obedience } from './obedience.js';
import { repositories } from './repositories.js';
import type { AttackName } from './table.js';
import { tasks } from './tasks.js';

const BY_NAME: Readonly<Record<AttackName, Opening>> = {
  kills,
  obedience,
  repositories,
  tasks,
  forging,
  honest,
  journals,
  cassettes,
  yaml,
  results,
  images,
};

/** What builds the surroundings of each attack. */
export const openings: Readonly<Record<string, Opening | undefined>> = BY_NAME;
