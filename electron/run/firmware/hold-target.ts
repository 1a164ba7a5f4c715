import { ok, type Result } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import { currentBootId } from '../../bench/process/children.js';
import { type HoldOptions, holdBoard } from '../boards/hold.js';
import type { EffectIo } from '../engine/effect.js';
import { ownerIsAlive, thisProcess } from '../this-process.js';
import type { FirmwareBench } from './bench.js';
import { noteTaken, readChoice } from './board-choice.js';

/** The profile where it names what only one run can have at a time. */
function heldProfile(profile: Profile): HoldOptions['profile'] | null {
  if (profile.kind === 'board' || profile.kind === 'bmc') return profile;
  return profile.kind === 'script' && profile.find !== undefined ? { ...profile, find: profile.find } : null;
}

/** A board, or a machine behind a controller, is this run's alone from its first session to the end of the run. */
export async function holdTarget(bench: FirmwareBench, io: EffectIo): Promise<Result<void>> {
  const profile = heldProfile(bench.profile);
  if (profile === null || bench.board !== null) return ok(undefined);
  const { current, givenUp } = await readChoice(bench);
  const held = await holdBoard({
    ...{ home: bench.home, profile, owner: io.run, signal: io.signal },
    wish: { prefer: current, avoid: givenUp },
    process: thisProcess(),
    isAlive: ownerIsAlive(currentBootId()),
    onWaiting: (why) => io.progress('RESOURCE_ALLOC', why),
  });
  if (!held.ok) return held;
  bench.board = held.value;
  await noteTaken(bench, held.value.target.id);
  return ok(undefined);
}
