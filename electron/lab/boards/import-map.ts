import type { Board, BoardKey } from '../../../shared/board.js';
import type { Imported } from '../../../shared/ipc/boards.js';
import type { Port } from '../../../shared/port.js';
import { ok, type Result } from '../../../shared/problem.js';
import { boardKey, isSameSerial, joined, portsOf, recognise } from '../../bench/ports/same-board.js';
import { boardId } from './board-id.js';
import type { HardwareMap, MappedBoard } from './hardware-map.js';
import { type BoardRegistry, listBoards, noteBoard } from './registry.js';

/**
 * Puts the boards of a map into the registry, each once; what is plugged in now is known by all that USB tells. The same
 * map again changes nothing. Errors: those of the registry.
 */
export function importMap(
  store: BoardRegistry,
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
    const entry = entryOf(board, profileOf(board.platform), { ports, boards: before.value });
    const noted = noteBoard(store, entry, now);
    if (!noted.ok) return noted;
    done.imported.push({ ...entry, place, unused: board.unused });
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

/** What the registry shall hold of a board: the one that it knows, whether that was plugged in then or is now, or a new one. */
function entryOf(
  { id: serial, port }: MappedBoard,
  mapped: string,
  { ports, boards }: { ports: readonly Port[]; boards: readonly Board[] },
): Pick<Board, 'id' | 'profile' | 'key'> {
  const told: BoardKey = { usb: null, serial, topology: null, port };
  const [plugged] = portsOf(told, ports);
  const here = plugged
    ? { ...boardKey(plugged), serial: plugged.serial ?? serial, port: port ?? plugged.path }
    : told;
  const known = boards.find(({ profile, key }) => {
    const by = plugged ? recognise(key, plugged) : recogniseUnplugged(key, told);
    return by === 'serial' || (by !== null && profile === mapped);
  });
  if (known === undefined) return { id: boardId(mapped, here), profile: mapped, key: here };
  const key = plugged ? joined(here, known.key) : { ...known.key, port: port ?? known.key.port };
  return { id: known.id, profile: known.profile, key };
}

function recogniseUnplugged(key: BoardKey, told: BoardKey): 'serial' | 'port' | null {
  if (told.serial !== null) return isSameSerial(key.serial, told.serial) ? 'serial' : null;
  return key.port === told.port ? 'port' : null;
}
