import * as z from 'zod';
import { BoardNowSchema } from '../../../shared/board.js';
import { PortSchema } from '../../../shared/port.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { Profile } from '../../../shared/profile.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { loadProfiles } from '../../bench/profiles.js';
import { boardsNow } from '../../lab/boards/boards-now.js';
import { listBoards, withBoardRegistry } from '../../lab/boards/registry.js';
import { readTool } from '../read/read-tool.js';
import type { SessionWork } from '../session-work.js';

const NoArguments = z.strictObject({});

/** Entries of one reply. */
const MOST = 100;

const PortsResult = z.object({ ports: z.array(PortSchema), isCut: z.boolean() });

/** The serial ports and USB devices of this computer, as `ports --json` has them. Errors: those of listing ports. */
export const portsOnBench = readTool<z.infer<typeof NoArguments>, z.infer<typeof PortsResult>, SessionWork>({
  name: 'list_ports',
  arguments: NoArguments,
  result: PortsResult,
  read: async () => {
    const listed = await listPorts();
    if (!listed.ok) return listed;
    return ok({ ports: listed.value.slice(0, MOST), isCut: listed.value.length > MOST });
  },
});

const BoardsResult = z.object({ boards: z.array(BoardNowSchema), isCut: z.boolean() });

/** The registered boards, as `boards --json` has them: their ids name them to other tools. Errors: those of the registry. */
export const boardsOnBench = readTool<z.infer<typeof NoArguments>, z.infer<typeof BoardsResult>, SessionWork>(
  {
    name: 'list_boards',
    arguments: NoArguments,
    result: BoardsResult,
    read: async (_, { home, profileDirs, task }) =>
      boardsForAgents(home, [
        ...loadProfiles(profileDirs).profiles,
        ...(task === null ? [] : [task.profile]),
      ]),
  },
);

/** The registered boards, as agents get them. Errors: those of the registry. */
export async function boardsForAgents(
  home: string,
  profiles: readonly Profile[],
): Promise<Result<z.infer<typeof BoardsResult>>> {
  const known = await withBoardRegistry(home, listBoards);
  if (!known.ok) return known;
  const shown = known.value.slice(0, MOST);
  const now = await boardsNow(home, shown, profiles.filter(isBoard));
  return ok({ boards: now.boards, isCut: known.value.length > MOST });
}

const isBoard = (profile: Profile): profile is BoardProfile => profile.kind === 'board';
