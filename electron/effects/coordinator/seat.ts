import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Role } from '../../../shared/role.js';
import type { CoderProposal, Player } from '../../../shared/roundtable.js';
import { text, type Words } from '../../../shared/texts/words.js';
import type { AskModel } from '../../agents/model.js';
import type { CoordinatorContext } from '../../machine/coordinator/context.js';
import type { CheckCommand } from '../../tools/checks/run-checks.js';
import type { CoordinatorBench, CoordinatorIo } from './bench.js';

/** What reviewer and tester have before them. */
export interface Seat {
  ctx: CoordinatorContext;
  bench: CoordinatorBench;
  io: CoordinatorIo;
  proposal: CoderProposal;
}

/** What a tester wants to be run. */
export interface Wanted {
  by: Player;
  comment: Words;
  commands: CheckCommand[];
  /** Why rules want it in place of a model; absent where none failed. */
  stoodIn?: Words;
}

/** The model that plays a role. Errors: MODEL_FAILURE where it was switched to rules since. */
export function modelOf({ models }: CoordinatorBench, role: Role): Result<AskModel> {
  const ask = models.of(role);
  return ask === null ? fail({ code: 'MODEL_FAILURE', message: text`no model plays ${role}` }) : ok(ask);
}
