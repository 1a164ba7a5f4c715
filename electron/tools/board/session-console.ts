import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import { text } from '../../../shared/texts/words.js';
import { openMachine } from '../../bench/bmc/machine.js';
import type { WorkIo } from '../../engine/work-io.js';
import { consolePort } from '../../lab/boards/console-port.js';
import type { SessionWork } from '../session-work.js';
import { consoleOn, type OpenConsole, openBoardConsole } from './board-console.js';
import type { NamedBoard } from './named-board.js';

type Bench = Pick<SessionWork, 'home' | 'consoles' | 'targetTools' | 'paths'>;
type Of = Pick<WorkIo, 'run' | 'signal'>;

/** The console of a board, opened once in a session. Errors: those of opening it, PORT_NOT_FOUND where the board has none. */
export async function sessionConsole(work: Bench, named: NamedBoard, io: Of): Promise<Result<OpenConsole>> {
  const { board } = named;
  const known = work.consoles.get(board.id);
  if (known !== undefined && !known.isGone()) return ok(known);
  await closeConsole(work, board.id);
  const opened = await open(work, named, io);
  if (opened.ok) work.consoles.set(board.id, opened.value);
  return opened;
}

/** Lets go of it; the next reading opens it again. */
async function closeConsole({ consoles }: Pick<Bench, 'consoles'>, board: string): Promise<void> {
  const console = consoles.get(board);
  consoles.delete(board);
  await console?.close();
}

async function open(work: Bench, { board, profile }: NamedBoard, io: Of): Promise<Result<OpenConsole>> {
  if (profile.kind === 'bmc') return openMachineConsole(work, profile, io);
  if (profile.kind !== 'board' && profile.kind !== 'script') return fail(noConsole(board.id));
  const port = await consolePort(board, profile);
  if (!port.ok) return port;
  const { brokerFile, home } = work.targetTools;
  return openBoardConsole(port.value, { home, brokerFile, board: board.id });
}

/** Of a machine behind a controller, which gives its console to one at a time. */
async function openMachineConsole(
  { targetTools, paths }: Bench,
  profile: BmcProfile,
  { run, signal }: Of,
): Promise<Result<OpenConsole>> {
  const sessionDir = path.join(paths.sessions, `console-${randomUUID()}`);
  await mkdir(sessionDir, { recursive: true });
  const machine = openMachine(profile, { operation: `${run}.console`, sessionDir }, targetTools);
  if (!machine.ok) return machine;
  const opened = await machine.value.openConsole(signal);
  if (!opened.ok) return opened;
  const remote = opened.value;
  const { console, take, become } = consoleOn({
    write: async (bytes) => ok(remote.type(Buffer.from(bytes).toString('utf8'))),
    close: () => remote.close(),
  });
  remote.hear((bytes) => take(bytes, Date.now()));
  void remote.ended.then(() => become('gone'));
  return ok(console);
}

const noConsole = (id: string): Problem => ({
  code: 'PORT_NOT_FOUND',
  message: text`a target of this kind has no console of its own`,
  where: id,
});
