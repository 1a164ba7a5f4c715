import type { Board } from '../../../shared/board.js';
import type { BoardRow, BoardsView, PortRow } from '../../../shared/ipc/boards.js';
import type { Port } from '../../../shared/port.js';
import type { Problem } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { portsThatFit } from '../../bench/ports/find-board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { portsNamed } from '../../bench/ports/port-pattern.js';
import { portProblem } from '../../bench/ports/port-problem.js';
import { portsOf } from '../../bench/ports/same-board.js';
import { isHeldByRun } from './by-hand.js';
import { keptOf } from './flash-held.js';
import { listBoards, withBoardStore } from './store.js';

/** What is on the bench at one moment. */
export type BenchNow = Omit<BoardsView, 'topic' | 'revision'>;

/** Names a port or device in calls of the window, for as long as it stays where it is. */
export const portKey = ({ kind, path: file, topology }: Port): string => `${kind} ${file ?? topology}`;

/**
 * Ports and boards as they are now, each with what it is of the other. What cannot be listed becomes a problem, and the
 * rest is told all the same.
 */
export async function benchNow(home: string, profiles: readonly BoardProfile[]): Promise<BenchNow> {
  const listed = await listPorts();
  const known = await withBoardStore(home, listBoards);
  const ports = listed.ok ? listed.value : [];
  const boards = known.ok ? known.value : [];
  return {
    ports: await portRows(ports, profiles, boards),
    boards: await Promise.all(boards.map((board) => boardRow(home, board, profiles, ports))),
    problems: [listed, known].flatMap((result) => (result.ok ? [] : [result.error])),
  };
}

async function portRows(
  ports: readonly Port[],
  profiles: readonly BoardProfile[],
  boards: readonly Board[],
): Promise<PortRow[]> {
  const fits = await Promise.all(
    profiles.map(async ({ id, find }) => ({ id, ports: await portsThatFit(find, ports) })),
  );
  const plugged = boards.map(({ id, key }) => ({ id, ports: portsOf(key, ports) }));
  return Promise.all(
    ports.map(async (port) => ({
      ...port,
      key: portKey(port),
      problem: await portProblem(port),
      profiles: fits.flatMap((one) => (one.ports.includes(port) ? [one.id] : [])),
      board: plugged.find((one) => one.ports.includes(port))?.id ?? null,
    })),
  );
}

async function boardRow(
  home: string,
  board: Board,
  profiles: readonly BoardProfile[],
  ports: readonly Port[],
): Promise<BoardRow> {
  const kept = await keptOf(home, board.id).record();
  const problem: Problem | null = kept.ok ? null : kept.error;
  const { lastGood = null, firstDump = null, holds = null } = kept.ok ? kept.value : {};
  return {
    ...board,
    title: profiles.find(({ id }) => id === board.profile)?.title ?? null,
    port: await whereIs(board, ports),
    working: board.lease !== null && isHeldByRun(board.lease),
    last_good: lastGood,
    first_dump: firstDump,
    holds,
    problem,
  };
}

/** Its port now; one that is listed nowhere (a pseudo-terminal) by its file alone. */
async function whereIs({ key }: Board, ports: readonly Port[]): Promise<string | null> {
  const [port] = portsOf(key, ports);
  if (port !== undefined) return port.path ?? port.topology;
  if (key.usb !== null || key.port === null) return null;
  return (await portsNamed(key.port, ports))[0]?.path ?? null;
}
