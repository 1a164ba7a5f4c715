import { userInfo } from 'node:os';
import path from 'node:path';
import { DRIVES } from '../../../shared/board.js';
import { boardLine, NONE_LISTED } from '../../../shared/list-lines.js';
import type { Problem } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { currentBootId } from '../../bench/process/children.js';
import { boardProfiles } from '../../core/board-profiles.js';
import { boardsNow } from '../../lab/boards/boards-now.js';
import { sayDrives } from '../../lab/boards/drives.js';
import { type BoardRegistry, findBoard, listBoards, openBoardRegistry } from '../../lab/boards/registry.js';
import { linesNow } from '../../lab/boards/tickets.js';
import { ownerIsAlive } from '../../lab/this-process.js';
import { type Parsed, parseCommand, usage } from '../arguments.js';
import type { Command, CommandDeps } from '../command.js';
import { whyNotHere } from '../human-channel.js';
import { EXIT, type Output, refuse } from '../output.js';

/** Loaded when they are needed: `boards list` is asked often. */
const later = {
  byHand: () => import('../../lab/boards/by-hand.js'),
  import: () => import('../../lab/boards/import-file.js'),
  restore: () => import('./restore.js'),
} as const;

interface Asked {
  deps: CommandDeps;
  out: Output;
  json: boolean;
  flag: Parsed['flag'];
  value: Parsed['value'];
  /** The board or file that is named. */
  name: string;
  /** What is said of it. */
  said: string | undefined;
}

interface Call extends Asked {
  store: BoardRegistry;
}

interface Action {
  /** What it takes, null for nothing. */
  names: string | null;
  run: (asked: Asked) => Promise<number>;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { names: null, run: stored(list) },
  lease: { names: 'lease and one board', run: stored(lease) },
  release: { names: 'release and one board', run: stored(release) },
  restore: { names: 'restore and one board', run: restore },
  drives: { names: 'drives, one board, and nothing or actuators', run: stored(drives) },
  import: { names: 'import and one hardware map', run: stored(importFile) },
};

const OPTIONS = {
  json: { type: 'boolean' },
  force: { type: 'boolean' },
  owner: { type: 'string' },
  first: { type: 'boolean' },
  profile: { type: 'string' },
  approve: { type: 'string' },
} as const;

/**
 * `benchloop boards`: 0 done, 1 the board is held or out of use, or an entry of a map was left out, 2 bad usage;
 * `restore` ends as `benchloop flash` does.
 */
export const boardsCommand: Command = async (deps, args) => {
  const { out } = deps;
  const parsed = parseCommand(args, OPTIONS, { least: 0, most: 3, names: 'an action and what it is for' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { flag, value, positionals } = parsed.value;
  const [verb = 'list', name = '', said] = positionals;
  const json = flag('json');
  const action = Object.hasOwn(ACTIONS, verb) ? ACTIONS[verb] : undefined;
  const wrong = misuse({ verb, name, said }, action);
  if (wrong !== null || action === undefined) return refuse(out, wrong ?? noAction(verb), json);
  return action.run({ deps, out, json, flag, value, name, said });
};

/** The action with the registry open for as long as it lasts. */
function stored(run: (call: Call) => Promise<number>): Action['run'] {
  return async (asked) => {
    const store = openBoardRegistry(asked.deps.home);
    if (!store.ok) return refuse(asked.out, store.error, asked.json);
    try {
      return await run({ ...asked, store: store.value });
    } finally {
      store.value.db.close();
    }
  };
}

/** It opens the registry itself, and again when it has the board. */
async function restore({ deps, json, flag, value, name }: Asked): Promise<number> {
  const { restoreBoard } = await later.restore();
  const [profile, approve] = [value('profile'), value('approve')];
  return restoreBoard(deps, { board: name, first: flag('first'), profile, approve, json });
}

const noAction = (verb: string): Problem =>
  usage(`there is no action ${verb}`, `use one of: ${Object.keys(ACTIONS).join(', ')}`).error;

function misuse(
  { verb, name, said }: { verb: string; name: string; said: string | undefined },
  action: Action | undefined,
): Problem | null {
  if (action === undefined) return noAction(verb);
  if (said !== undefined && verb !== 'drives') return usage(`${verb} takes no ${said}`).error;
  if (action.names !== null && name === '') return usage(`expected ${action.names}, got ${verb} alone`).error;
  return action.names === null && name !== '' ? usage(`${verb} takes no argument`).error : null;
}

/** Held and broken boards are no misuse: scripts tell them apart by the exit code. */
function refused(out: Output, problem: Problem, json: boolean): number {
  const code = refuse(out, problem, json);
  return problem.code === 'BOARD_LEASED' || problem.code === 'BOARD_QUARANTINED' ? EXIT.failure : code;
}

async function list({ deps, out, store, json }: Call): Promise<number> {
  const boards = listBoards(store);
  if (!boards.ok) return refuse(out, boards.error, json);
  const lines = linesNow(store, ownerIsAlive(currentBootId()));
  if (!lines.ok) return refuse(out, lines.error, json);
  const { boards: shown, problems } = await boardsNow(
    deps.home,
    boards.value,
    await boardProfiles(deps.core),
  );
  for (const problem of problems) out.note(`benchloop: ${out.tell(problem)}`);
  if (json) out.json({ boards: shown });
  else {
    for (const board of shown) out.line(boardLine(board, out.say));
    for (const { profile, owners } of lines.value)
      out.line(out.say(text`waiting for any board of ${profile}: ${owners.join(', ')}`));
  }
  if (!json && shown.length === 0) out.note(out.say(NONE_LISTED.boards));
  return EXIT.success;
}

const NO_OWNER = usage(
  '--owner is empty, or holds control characters',
  'say in one line who takes the board',
).error;

async function lease({ out, store, json, value, name }: Call): Promise<number> {
  const owner = value('owner') ?? userInfo().username;
  if (owner.trim() === '' || /\p{Cc}/u.test(owner)) return refuse(out, NO_OWNER, json);
  const { leaseByHand } = await later.byHand();
  const taken = leaseByHand(store, name, owner, Date.now());
  if (!taken.ok) return refused(out, taken.error, json);
  if (json) out.json({ lease: taken.value });
  else
    out.line(
      out.say(`${taken.value.owner} holds ${name} until it is released: benchloop boards release ${name}`),
    );
  return EXIT.success;
}

async function release({ out, store, json, flag, name }: Call): Promise<number> {
  const { releaseByHand } = await later.byHand();
  const before = releaseByHand(store, name, flag('force'));
  if (!before.ok) return refused(out, before.error, json);
  const { lease: held, quarantined } = before.value;
  if (json) out.json({ released: { board: name, lease: held, quarantined } });
  else {
    out.line(out.say(`${name} is free`));
    if (held) out.line(out.say(`held until now by ${held.owner}`));
    if (quarantined !== null) out.line(out.say(`was out of use: ${quarantined}`));
  }
  return EXIT.success;
}

async function importFile({ deps, out, store, json, name }: Call): Promise<number> {
  const { importMapFile } = await later.import();
  const done = await importMapFile(store, path.resolve(deps.at.here, name));
  if (!done.ok) return refuse(out, done.error, json);
  const { imported, refused: left } = done.value;
  if (json) out.json(done.value);
  else {
    for (const { id, unused } of imported) {
      out.line(id);
      if (unused.length > 0) out.note(out.say(`not used of ${id}: ${unused.join(', ')}`));
    }
    for (const { place, reason } of left) out.note(out.say(`entry ${place} was left out: ${reason}`));
  }
  return left.length === 0 ? EXIT.success : EXIT.failure;
}

const NO_DRIVES = usage(
  'what the board drives is missing',
  'say nothing (each run may then get one approval for several flashes), or actuators',
).error;

/** A person's word, which no command line gives where the policy asks for the window. */
async function drives({ deps, out, store, json, name, said }: Call): Promise<number> {
  const what = DRIVES.find((one) => one === said);
  if (what === undefined) return refuse(out, NO_DRIVES, json);
  const board = findBoard(store, name);
  const why = board.ok ? await whyNotHere(deps.core) : board.error;
  if (why !== null) return refuse(out, why, json);
  sayDrives(deps.home, name, what);
  if (json) out.json({ drives: { board: name, drives: what } });
  else out.line(out.say(DRIVES_TOLD[what](name)));
  return EXIT.success;
}

const DRIVES_TOLD = {
  nothing: (board: string) => `${board} drives nothing: one approval may cover several flashes of a run`,
  actuators: (board: string) => `${board} may drive actuators: each image is asked for`,
} as const;
