import type { Board } from '../../../shared/board.js';
import type { BoardRow, BoardsView, PortRow } from '../../../shared/ipc/boards.js';
import type { Port } from '../../../shared/port.js';
import type { Problem } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { portsThatFit } from '../../bench/ports/find-board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { portProblem } from '../../bench/ports/port-problem.js';
import { isHeldByRun } from './by-hand.js';
import { drivesOf } from './drives.js';
import { keptOf } from './kept.js';
import { listBoards, withBoardRegistry } from './registry.js';
import { portsOfBoard, whereIs } from './where-is.js';

/** What is on the bench at one moment. */
export type BenchNow = Omit<BoardsView, 'topic' | 'revision'>;

/** Names a port or device in calls of the window, for as long as it stays where it is. */
export const deviceKey = ({ kind, path: file, topology }: Port): string => `${kind} ${file ?? topology}`;

/**
 * Ports and boards as they are now, each with what it is of the other. What cannot be listed becomes a problem, and the
 * rest is told all the same.
 */
export async function benchNow(home: string, profiles: readonly BoardProfile[]): Promise<BenchNow> {
  const listed = await listPorts();
  const known = await withBoardRegistry(home, listBoards);
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
  const plugged = boards.map((board) => ({ id: board.id, ports: portsOfBoard(board, ports, profiles) }));
  return Promise.all(
    ports.map(async (port) => ({
      ...port,
      key: deviceKey(port),
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
  const { lastGood = null, firstDump = null, holds = null, identity = null } = kept.ok ? kept.value : {};
  return {
    ...board,
    title: profiles.find(({ id }) => id === board.profile)?.title ?? null,
    chip: identity?.chip ?? null,
    port: await whereIs(board, ports, profiles),
    drives: drivesOf(home, board.id),
    working: board.lease !== null && isHeldByRun(board.lease),
    last_good: lastGood,
    first_dump: firstDump,
    holds,
    problem,
  };
}
