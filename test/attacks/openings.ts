import type { Opening } from './attack.js';
import { forging } from './forging/forging.js';
import { honest } from './forging/honest.js';
import type { AttackName } from './table.js';

const BY_NAME: Readonly<Record<AttackName, Opening>> = { forging, honest };

/** What builds the surroundings of each attack. */
export const openings: Readonly<Record<string, Opening | undefined>> = BY_NAME;
