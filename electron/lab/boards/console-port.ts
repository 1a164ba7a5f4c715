import type { Board } from '../../../shared/board.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { ScriptProfile } from '../../../shared/profile/script.js';
import { text } from '../../../shared/texts/words.js';
import type { LinkSettings } from '../../bench/link/link.js';
import { findBoard } from '../../bench/ports/find-board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { findOf } from './find-of.js';
import { asKnown, consoleOf, needOf } from './locate.js';

/** A serial port, or a stream by TCP, on which a board speaks. */
export interface ConsolePort {
  path: string;
  settings: LinkSettings;
}

const NO_CONSOLE: Problem = {
  code: 'PORT_NOT_FOUND',
  message: text`the profile of the board names no console`,
  next: text`say in the profile where the console is: consoleAt`,
};

/** Where a registered board speaks now. Errors: BOARD_NOT_FOUND where it is not plugged in, PORT_NOT_FOUND, those of listing ports. */
export async function consolePort(
  { key }: Pick<Board, 'key'>,
  profile: BoardProfile | ScriptProfile,
): Promise<Result<ConsolePort>> {
  const listed = await listPorts();
  if (!listed.ok) return listed;
  if (profile.kind === 'board') {
    const { rtt: _, ...settings } = profile.console;
    const board = await findBoard(findOf(profile.find, key), asKnown(profile, listed.value), needOf(profile));
    if (!board.ok) return board;
    const path = await consoleOf(profile, board.value);
    if (!path.ok) return path;
    return path.value === null ? fail(NO_CONSOLE) : ok({ path: path.value, settings });
  }
  const find = profile.consoleAt ?? (profile.find && findOf(profile.find, key));
  if (profile.console === undefined || find === undefined) return fail(NO_CONSOLE);
  const { encoding: _, ...settings } = profile.console;
  const port = await findBoard(find, listed.value);
  if (!port.ok) return port;
  return port.value.path === null ? fail(NO_CONSOLE) : ok({ path: port.value.path, settings });
}
