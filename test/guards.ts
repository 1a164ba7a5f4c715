import type { Guard } from './guards/guard.js';
import { OF_README } from './guards/of-readme.js';
import { OF_SECURITY } from './guards/of-security.js';

/** At least one for each promise; `node build/guards.mjs` tries them. */
export const guards: readonly Guard[] = [...OF_README, ...OF_SECURITY];
