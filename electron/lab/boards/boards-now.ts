import type { Board, BoardNow } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import type { Problem } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { drivesOf } from './drives.js';
import { keptOf } from './kept.js';
import { whereIs } from './where-is.js';

/**
 * Registered boards as they are now. They are told without their ports where those cannot be listed, and without their chips where
 * what is kept of them cannot be read, which `problems` says.
 */
export async function boardsNow(
  home: string,
  boards: readonly Board[],
  profiles: readonly BoardProfile[],
): Promise<{ boards: BoardNow[]; problems: Problem[] }> {
  const ports = await portsHere();
  const problems: Problem[] = [];
  const now = boards.map(async (board): Promise<BoardNow> => {
    const kept = await keptOf(home, board.id).record();
    if (!kept.ok) problems.push(kept.error);
    const chip = kept.ok ? (kept.value.identity?.chip ?? null) : null;
    const port = await whereIs(board, ports, profiles);
    return { ...board, chip, port, drives: drivesOf(home, board.id) };
  });
  return { boards: await Promise.all(now), problems };
}

async function portsHere(): Promise<Port[]> {
  const ports = await listPorts();
  return ports.ok ? ports.value : [];
}
