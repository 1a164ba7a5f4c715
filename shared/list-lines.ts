import type { BoardNow } from './board.js';
import type { RunSummary } from './events.js';
import type { Port } from './port.js';
import { cutTo } from './texts/columns.js';
import type { Say } from './texts/language.js';
import { visible } from './visible-text.js';

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('  ');

/** A board for a person, in one line: id, profile, chip, port, and who has it. */
export const boardLine = (board: BoardNow, say: Say): string =>
  joined([
    board.id.padEnd(28),
    board.profile,
    board.chip ?? '',
    board.port ?? say('not plugged in'),
    board.drives === 'nothing' ? say('drives nothing') : '',
    board.quarantined === null ? '' : say(`out of use: ${board.quarantined}`),
    board.lease === null ? '' : say(`held by ${board.lease.owner}`),
    board.queue.length === 0 ? '' : say(`waiting: ${board.queue.join(', ')}`),
  ]);

/** Columns that a goal takes in a list. */
const GOAL_COLUMNS = 80;

/** A goal in a list: on one line, cut where it is long, with nothing in it that acts on a terminal. */
export function goalLine(goal: string): string {
  const line = visible(goal.trim())
    .replace(/\s*\n\s*/g, ' · ')
    .replaceAll('\t', ' ');
  const cut = cutTo(line, GOAL_COLUMNS);
  return cut === line ? line : `${cutTo(line, GOAL_COLUMNS - 1).trimEnd()}…`;
}

/** A run for a person, in one line: id, how it ended or where it is, goal, and what it waits for. */
export function runLine(
  { run, final_status, state, goal, waiting_for }: Omit<RunSummary, 'machine' | 'started_at'>,
  say: Say,
): string {
  const place = `${run}  ${(final_status ?? state).padEnd(18)}  ${goalLine(goal)}`;
  return waiting_for === null ? place : `${place}  ${say(`waits for ${waiting_for}`)}`;
}

/** A port for a person, in one line: path, USB ids, names, where it is plugged in, and what stands in the way. */
export const portLine = (port: Port, say: Say): string =>
  joined([
    (port.path ?? '-').padEnd(14),
    port.vendor === null ? '' : `${port.vendor}:${port.product}`,
    [port.manufacturer, port.description].filter((name) => name !== null).join(' '),
    port.serial === null ? '' : say(`serial number ${port.serial}`),
    port.topology === null
      ? ''
      : `USB ${port.topology}${port.interface === null ? '' : `:${port.interface}`}`,
    port.driver ?? '',
    port.functions.join(', '),
    ACCESS[port.access] === null ? '' : say(ACCESS[port.access] ?? ''),
    ...port.in_use_by.map(({ pid, program }) => say(`open in ${program} (process ${pid})`)),
  ]);

const ACCESS: Readonly<Record<Port['access'], string | null>> = {
  allowed: null,
  unknown: null,
  denied: 'you may not open it',
  missing: 'has no device file here',
};

/** What stands in the place of an empty list, and how it is filled. */
export const NONE_LISTED = {
  boards: 'There are no boards yet: flash one, or import a hardware map with `benchloop boards import`.',
  runs: 'There are no runs yet: start one with `benchloop run TASK.yaml`, or see `benchloop demo --list`.',
  ports: 'There are no serial ports and no USB devices here. See `benchloop doctor`.',
} as const;
