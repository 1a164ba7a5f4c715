import { findOf } from '../../lab/boards/find-of.js';
import { findBoard, withBoardRegistry } from '../../lab/boards/registry.js';
import type { CommandDeps } from '../command.js';
import { boardProfile } from '../flash/command.js';
import { flashHere } from '../flash/flash-here.js';
import { approvalsHere } from '../human-channel.js';
import { refuse } from '../output.js';

export interface Restore {
  board: string;
  /** What the board held before the first write, instead of the last image that was good. */
  first: boolean;
  /** Instead of the profile under which the board was last used: an id or a file. */
  profile: string | undefined;
  approve: string | undefined;
  json: boolean;
}

/** A profile that was given as a file is known by its id alone. */
const OWN_PROFILE = 'name the profile, or its file, with --profile';

/** `benchloop boards restore`: what is kept of a board, flashed as any image is. Exit codes as of `benchloop flash`. */
export async function restoreBoard(deps: CommandDeps, asked: Restore): Promise<number> {
  const { out, home } = deps;
  const approvals = await approvalsHere(deps.core, asked.approve);
  if (!approvals.ok) return refuse(out, approvals.error, asked.json);
  const board = await withBoardRegistry(home, (store) => findBoard(store, asked.board));
  if (!board.ok) return refuse(out, board.error, asked.json);
  const profile = await boardProfile(deps, asked.profile ?? board.value.profile, undefined);
  if (!profile.ok) {
    const isForgotten = asked.profile === undefined && profile.error.code === 'PROFILE_UNKNOWN';
    const next = isForgotten && { next: OWN_PROFILE };
    return refuse(out, { ...profile.error, ...next }, asked.json);
  }
  const find = findOf(profile.value.find, board.value.key);
  const point = asked.first ? 'first-dump' : 'last-good';
  const image = { by: 'restore', point, board: asked.board } as const;
  return flashHere(deps, { ...profile.value, find }, image, {
    approvals: approvals.value,
    json: asked.json,
  });
}
