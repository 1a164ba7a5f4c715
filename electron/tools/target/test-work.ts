import type { Policy } from '../../../shared/policy.js';
import type { Exec } from '../../../shared/process.js';
import type { Profile } from '../../../shared/profile.js';
import type { LoadedTask } from '../../../shared/task.js';
import type { TargetTools } from '../../bench/open-environment.js';
import type { ConfinementKind } from '../../bench/process/confine.js';
import type { StoredApprovals } from '../../engine/stored-approvals.js';
import type { BoardHold } from '../../lab/boards/hold.js';
import type { RunPaths } from '../run-paths.js';

/** What a task is built and tested with, by whatever machine. */
export interface TestWork {
  /** The data folder. */
  home: string;
  loaded: LoadedTask;
  profile: Profile;
  policy: Policy;
  exec: Exec;
  confinement: ConfinementKind;
  /** What targets are driven with; its `exec` is the same. */
  targetTools: TargetTools;
  /** Which builds a person has let run on this computer. */
  buildApprovals: StoredApprovals;
  paths: RunPaths;
  /** The board that this process holds for the run; null where the profile has none, or none is held yet. */
  board: BoardHold | null;
}
