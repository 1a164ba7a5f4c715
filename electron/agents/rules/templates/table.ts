import type { Template } from '../template.js';
import { ADDITION_TEMPLATES } from './additions.js';
import { BOUND_TEMPLATES } from './bounds.js';
import { BYTE_ORDER_TEMPLATES } from './byte-order.js';
import { CONDITION_TEMPLATES } from './conditions.js';
import { CONSTANT_TEMPLATES } from './constants.js';
import { GROUPING_TEMPLATES } from './grouping.js';
import { GUARD_TEMPLATES } from './guards.js';
import { LOOP_TEMPLATES } from './loops.js';
import { MOVE_TEMPLATES } from './moves.js';
import { OPERATOR_TEMPLATES } from './operators.js';
import { POINTER_GUARD_TEMPLATES } from './pointer-guards.js';
import { QUALIFIER_TEMPLATES } from './qualifiers.js';
import { SIBLING_TEMPLATES } from './siblings.js';
import { STATE_TEMPLATES } from './state.js';
import { STATEMENT_TEMPLATES } from './statements.js';
import { VARIABLE_TEMPLATES } from './variables.js';

/** Every family of single edits with its prior; the order does not matter, the priors do. */
export const TEMPLATES: readonly Template[] = [
  ...OPERATOR_TEMPLATES,
  ...CONDITION_TEMPLATES,
  ...BOUND_TEMPLATES,
  ...CONSTANT_TEMPLATES,
  ...BYTE_ORDER_TEMPLATES,
  ...VARIABLE_TEMPLATES,
  ...GROUPING_TEMPLATES,
  ...GUARD_TEMPLATES,
  ...POINTER_GUARD_TEMPLATES,
  ...STATEMENT_TEMPLATES,
  ...MOVE_TEMPLATES,
  ...LOOP_TEMPLATES,
  ...STATE_TEMPLATES,
  ...SIBLING_TEMPLATES,
  ...ADDITION_TEMPLATES,
  ...QUALIFIER_TEMPLATES,
];
