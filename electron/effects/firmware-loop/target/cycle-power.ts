import { mkdir } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { boardIsBack } from '../../../bench/ports/await-board.js';
import { offAndOn } from '../../../bench/power/power-steps.js';
import { noteFileFor } from '../../../bench/script/outliving.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { FirmwareBench } from '../bench.js';
import { sessionDir } from './session.js';
import { maySwitch } from './switch-gate.js';

/** Program output that is kept of each step, characters. */
const MAX_OUTPUT = 1024 * 1024;

/**
 * Switches the run's board off and on by the programs of its profile, and waits until it is back; nothing happens where
 * the profile has none. A person agrees first. Journalled; repeating it is harmless. Errors: FLASH_DECLINED,
 * BOARD_NOT_FOUND, those of the programs.
 */
export async function cyclePower(bench: FirmwareBench, io: EffectIo): Promise<Result<void>> {
  const { profile, board } = bench;
  if (profile.kind !== 'board' || profile.power === undefined || board === null) return ok(undefined);
  const { power, find } = profile;
  const agreed = await maySwitch(bench, io, {
    machine: `${profile.title} (${board.target.id}, ${board.target.port})`,
    actions: ['switch it off and on'],
    commands: [power.off.command, power.on.command],
    alwaysAsk: false,
  });
  if (!agreed) return fail(DECLINED);
  const held = board.held();
  if (!held.ok) return held;
  return io.operate({
    kind: 'power',
    intent: { board: board.target.id },
    perform: async (operation) => {
      const dir = sessionDir(bench, operation);
      await mkdir(dir, { recursive: true });
      const request = { workTree: bench.paths.clone, sessionDir: dir, operation };
      const noteFile = noteFileFor(bench.home, profile.id);
      const place = { ...bench.targetTools, request, noteFile, maxOutput: MAX_OUTPUT };
      const done = await offAndOn(power, place, io.signal);
      if (!done.ok) return done;
      return (await boardIsBack(find, io.signal)) ? ok(undefined) : fail(away(board.target.id));
    },
    reconcile: async () => 'again',
  });
}

const DECLINED: Problem = {
  code: 'FLASH_DECLINED',
  message: 'nobody agreed to switch the board; nothing was done to it',
};

const away = (board: string): Problem => ({
  code: 'BOARD_NOT_FOUND',
  message: 'the board did not come back after it was switched off and on',
  where: board,
  next: 'check the switch and the cable of the board',
});
