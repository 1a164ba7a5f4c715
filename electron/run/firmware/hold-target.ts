import { ok, type Result } from '../../../shared/problem.js';
import { currentBootId } from '../../bench/process/children.js';
import { holdBoard } from '../boards/hold.js';
import type { EffectIo } from '../engine/effect.js';
import { ownerIsAlive, thisProcess } from '../this-process.js';
import type { FirmwareBench } from './bench.js';
import { noteTaken, readChoice } from './board-choice.js';

/** A board, or a machine behind a controller, is this run's alone from its first session to the end of the run. */
export async function holdTarget(bench: FirmwareBench, io: EffectIo): Promise<Result<void>> {
  const { profile } = bench;
  if ((profile.kind !== 'board' && profile.kind !== 'bmc') || bench.board !== null) return ok(undefined);
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
