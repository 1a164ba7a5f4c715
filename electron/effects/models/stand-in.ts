import type { Problem } from '../../../shared/problem.js';
import type { Role } from '../../../shared/role.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';

/** Says that the model of a role gave nothing that can be used, why, and that rules go on. */
export const standsIn = (role: Role, { message }: Pick<Problem, 'message'>): Words =>
  text`rules stand in for the ${role}: ${nested(message)}`;
