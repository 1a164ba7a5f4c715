import type { FunctionAt } from '../../agents/c/function-at.js';
import type { Provider, Trial } from '../../agents/provider.js';
import type { Environment } from '../../bench/environment.js';
import type { NextRuns } from '../../bench/process/next.js';
import type { Effect, Outcome } from '../../engine/effect.js';
import type { StoredApprovals } from '../../engine/stored-approvals.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import type { FirmwareEvent } from '../../machine/firmware-loop/events.js';
import type { TestWork } from '../../tools/target/test-work.js';
import type { FirmwareHeader } from './start/run-header.js';

/** What the effects of one run work with. Everything durable is in `paths` and the journal. */
export interface FirmwareBench extends TestWork {
  /** What the run was started with. */
  header: FirmwareHeader;
  provider: Provider;
  /** What becomes of a candidate where nothing is built: in a replay. Absent: it is built and tested. */
  trial?: () => Trial;
  /** Always there: the last analysis mode of every provider. */
  rules: Provider;
  /** Folder with the C grammar. */
  wasmDir: string;
  /** Names the function that holds a line of a C source. */
  functionAt: FunctionAt;
  /** What `exec` has set up ahead; to be closed with the run. */
  nextRuns: NextRuns;
  /** Folder of the knowledge entries, one file per run. */
  knowledge: string;
  /** Which hosts a person has let text of the repository go to. */
  sendApprovals: StoredApprovals;
  /** Build commands whose tools were all found in this session: asking again costs as much as a small build. */
  equipped: Set<string>;
  /** Targets that are up, by session id; a restart finds none and sets up again. */
  targets: Map<string, Environment>;
}

export type FirmwareEffect = Effect<FirmwareContext, FirmwareEvent, FirmwareBench>;
export type FirmwareOutcome = Outcome<FirmwareEvent>;
