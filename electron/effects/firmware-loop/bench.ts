import type { Policy } from '../../../shared/policy.js';
import type { Exec } from '../../../shared/process.js';
import type { Profile } from '../../../shared/profile.js';
import type { LoadedTask } from '../../../shared/task.js';
import type { FunctionAt } from '../../agents/c/function-at.js';
import type { Provider } from '../../agents/provider.js';
import type { Environment } from '../../bench/environment.js';
import type { TargetTools } from '../../bench/open-environment.js';
import type { ConfinementKind } from '../../bench/process/confine.js';
import type { NextRuns } from '../../bench/process/next.js';
import type { Effect, Outcome } from '../../engine/effect.js';
import type { StoredApprovals } from '../../engine/stored-approvals.js';
import type { BoardHold } from '../../lab/boards/hold.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import type { FirmwareEvent } from '../../machine/firmware-loop/events.js';
import type { RunPaths } from './paths.js';

/** What the effects of one run work with. Everything durable is in `paths` and the journal. */
export interface FirmwareBench {
  loaded: LoadedTask;
  profile: Profile;
  policy: Policy;
  provider: Provider;
  /** Always there: the last analysis mode of every provider. */
  rules: Provider;
  /** Names the function that holds a line of a C source. */
  functionAt: FunctionAt;
  exec: Exec;
  /** What `exec` has set up ahead; to be closed with the run. */
  nextRuns: NextRuns;
  /** What targets are driven with; its `exec` is the same. */
  targetTools: TargetTools;
  /** The data folder. */
  home: string;
  /** The board that this process holds for the run; null where the profile has none, or none is held yet. */
  board: BoardHold | null;
  confinement: ConfinementKind;
  paths: RunPaths;
  /** Folder of the knowledge entries, one file per run. */
  knowledge: string;
  /** Which builds a person has let run on this computer. */
  buildApprovals: StoredApprovals;
  /** Build commands whose tools were all found in this session: asking again costs as much as a small build. */
  equipped: Set<string>;
  /** Targets that are up, by session id; a restart finds none and sets up again. */
  targets: Map<string, Environment>;
}

export type FirmwareEffect = Effect<FirmwareContext, FirmwareEvent, FirmwareBench>;
export type FirmwareOutcome = Outcome<FirmwareEvent>;
