import type { BoardKey } from '../../../shared/board.js';
import type { Imported } from '../../../shared/ipc/boards.js';
import type { Port } from '../../../shared/port.js';
import { ok, type Result } from '../../../shared/problem.js';
import { boardKey, joined, portsOf } from '../../bench/ports/same-board.js';
import { boardId } from './board-id.js';
import type { HardwareMap, MappedBoard } from './hardware-map.js';
import { type BoardStore, listBoards, noteBoard } from './store.js';

/**
 * Puts the boards of a map into the registry, each once; what is plugged in now is known by all that USB tells. The same
 * map again changes nothing. Errors: those of the registry.
 */
export function importMap(
  store: BoardStore,
  map: HardwareMap,
  ports: readonly Port[],
  now: number,
): Result<Imported> {
  const before = listBoards(store);
  if (!before.ok) return before;
  const done: Imported = { imported: [], refused: [...map.refused] };
  const seen = new Map<string, number>();
  for (const board of map.boards) {
    const { place } = board;
    const device = board.id ?? board.port;
    const reason = whyNot(board, seen.get(device ?? ''));
    if (reason !== null || device === null || board.platform === null) {
      done.refused.push({ place, reason: reason ?? '' });
      continue;
    }
    seen.set(device, place);
    const profile = profileOf(board.platform);
    const told = keyOf(board, ports);
    const id = boardId(profile, told);
    const known = before.value.find((one) => one.id === id);
    const key = known === undefined ? told : joined(told, known.key);
    const noted = noteBoard(store, { id, profile, key }, now);
    if (!noted.ok) return noted;
    done.imported.push({ place, id, profile, key, unused: board.unused });
  }
  return ok({ ...done, refused: done.refused.sort((a, b) => a.place - b.place) });
}

function whyNot(board: MappedBoard, before: number | undefined): string | null {
  if (board.platform === null) return 'it does not say its platform';
  if (board.id === null && board.port === null) return 'it has neither an id nor a serial port to know it by';
  // A lease is for the whole device: two boards in the registry would be two leases.
  return before === undefined ? null : `it is the device of entry ${before}`;
}

/** The id of a profile holds lower-case letters, digits and dashes: `nrf52840dk/nrf52840` is `nrf52840dk-nrf52840`. */
const profileOf = (platform: string): string =>
  platform
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function keyOf({ id, port }: MappedBoard, ports: readonly Port[]): BoardKey {
  const known: BoardKey = { usb: null, serial: id, topology: null, port };
  const [plugged] = portsOf(known, ports);
  return plugged ? { ...boardKey(plugged), serial: plugged.serial ?? id, port: port ?? plugged.path } : known;
}
