import * as z from 'zod';
import { fail, ok } from '../../../shared/problem.js';
import type { Tool } from '../../engine/tool.js';
import type { SessionWork } from '../session-work.js';
import { boardOfSession } from './board-of-session.js';
import { namedBoard } from './named-board.js';
import { power } from './power.js';
import { sessionConsole } from './session-console.js';
import { cannotSwitch, commandsFor, SWITCHINGS } from './switching.js';

const SwitchPowerArguments = z.strictObject({ board: z.string().min(1), action: z.enum(SWITCHINGS) });
type SwitchPowerArguments = z.infer<typeof SwitchPowerArguments>;

const SwitchPowerResult = z.object({ board: z.string(), action: z.enum(SWITCHINGS) });

/**
 * Switches a board that is named by its id; its console is heard from then on. The question comes when the board is held. Errors:
 * BOARD_NOT_FOUND, BOARD_LEASED, USAGE where its profile cannot do it, DECLINED, those of the switch.
 */
export const switchPower: Tool<SwitchPowerArguments, z.infer<typeof SwitchPowerResult>, SessionWork> = {
  ...{ name: 'power', kind: 'power', isIdempotent: false, scope: 'power', danger: 'lasting' },
  arguments: SwitchPowerArguments,
  result: SwitchPowerResult,
  check: async ({ board, action }, work) => {
    const named = await namedBoard(work, board);
    if (!named.ok) return named;
    const { profile } = named.value;
    return commandsFor(profile, action) === null ? fail(cannotSwitch(profile, action)) : ok(undefined);
  },
  perform: async (args, work, io) => {
    const named = await namedBoard(work, args.board);
    if (!named.ok) return named;
    const board = await boardOfSession(work, named.value, io);
    if (!board.ok) return board;
    // best effort: a board without a console is switched all the same, and reading it says why there is none
    const console = await sessionConsole(work, named.value, io);
    if (console.ok) console.value.forget();
    const switched = await io.call(power, args, board.value);
    return switched.ok ? ok(args) : switched;
  },
  // switched once more, by the same approval
  reconcile: async () => 'again',
};
