import type { Result } from '../../../shared/problem.js';
import type { WorkIo } from '../../engine/work-io.js';
import type { SessionWork } from '../session-work.js';
import { holdNamed } from './hold-named.js';
import type { NamedBoard } from './named-board.js';
import type { SwitchWork } from './switching.js';

/** Work on one board for a session, which holds it from then on. Errors: those of `holdNamed`. */
export async function boardOfSession(
  work: SessionWork,
  named: NamedBoard,
  io: Pick<WorkIo, 'run' | 'progress'>,
): Promise<Result<SwitchWork>> {
  const held = await holdNamed(work, named, io);
  if (!held.ok) return held;
  const { home, policy, paths, targetTools, task } = work;
  const loaded = named.isOfTask && task !== null ? task.loaded : null;
  return {
    ok: true,
    value: { home, policy, paths, targetTools, profile: named.profile, board: held.value, loaded },
  };
}
