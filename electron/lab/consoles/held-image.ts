import { realpath } from 'node:fs/promises';
import type { Board } from '../../../shared/board.js';
import { ok, type Result } from '../../../shared/problem.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { pluggedPort } from '../../bench/ports/plugged-port.js';
import { recognise } from '../../bench/ports/same-board.js';
import { keptOf } from '../boards/kept.js';
import { listBoards, openBoardRegistry } from '../boards/registry.js';

/**
 * `contentHash` of the image that we last put on the board behind a port; null where we know of no board there, or of no
 * image. Errors: those of the registry and of what is kept of the board.
 */
export async function heldImage(home: string, port: string): Promise<Result<string | null>> {
  const store = openBoardRegistry(home);
  if (!store.ok) return store;
  const boards = listBoards(store.value);
  store.value.db.close();
  if (!boards.ok) return boards;
  const board = await boardBehind(boards.value, port);
  if (board === undefined) return ok(null);
  const record = await keptOf(home, board.id).record();
  return record.ok ? ok(record.value.holds?.content ?? null) : record;
}

async function boardBehind(boards: readonly Board[], port: string): Promise<Board | undefined> {
  const ports = await listPorts();
  const plugged = ports.ok ? await pluggedPort(port, ports.value) : undefined;
  const real = await realpath(port).catch(() => port);
  return boards.find(({ key }) => (plugged ? recognise(key, plugged) !== null : key.port === real));
}
