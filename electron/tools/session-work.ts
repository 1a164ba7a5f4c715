import type { Policy } from '../../shared/policy.js';
import type { Result } from '../../shared/problem.js';
import type { Exec } from '../../shared/process.js';
import type { FunctionAt } from '../agents/c/function-at.js';
import type { TargetTools } from '../bench/open-environment.js';
import type { ConfinementKind } from '../bench/process/confine.js';
import type { StoredApprovals } from '../engine/stored-approvals.js';
import type { BoardHold } from '../lab/boards/hold.js';
import type { OpenConsole } from './board/board-console.js';
import type { RunPaths } from './run-paths.js';
import type { TestWork } from './target/test-work.js';
import type { IsWithheld } from './withheld/withheld-files.js';

/** The task of a session, with the policy that it tightens; its other parts are the session's own. */
export type TaskWork = TestWork;

/** Runs as they are read; the core passes it in. */
export interface RunReader {
  /** As `runs --json` prints them. */
  list(): unknown;
  /** As `show RUN --json` prints it. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
  show(run: string): Result<unknown>;
  /** Which files of its repository no agent is shown. */
  withheld(run: string): IsWithheld;
}

/**
 * Which runs a reader reads: those that work on a repository (absolute), or all. A model's host was agreed to for one repository: of
 * others its session reads nothing.
 */
export type ReadRuns = { repository: string | null } | 'all';

/** What the tools of a session work with (design §4). */
export interface SessionWork {
  /** The data folder. */
  home: string;
  /** Folder with the C grammar, and the program that owns ports. */
  wasmDir: string;
  now: () => number;
  policy: Policy;
  /** The session's own folder and its private clone. */
  paths: RunPaths;
  /** Files of which who calls the tools learns nothing but the name; none where no model and no client reads. */
  isWithheld: IsWithheld;
  exec: Exec;
  confinement: ConfinementKind;
  /** What targets are driven with; its `exec` is the same. */
  targetTools: TargetTools;
  /** Which builds a person has let run on this computer. */
  buildApprovals: StoredApprovals;
  /** Where profiles are looked for. */
  profileDirs: readonly string[];
  /** Names the function that holds a line of a C source. */
  functionAt: FunctionAt;
  /** Boards that this process holds for the session beside the one of its task, by id; they are released with the session. */
  boards: Map<string, BoardHold>;
  /** Consoles of boards that stay open from call to call, so that nothing is missed between them; by the board's id. */
  consoles: Map<string, OpenConsole>;
  /** The user's repository; null: the session has none and works on boards alone. */
  repo: { root: string; subdir: string; baseCommit: string } | null;
  /** What a task brings; null where the session has none: build, run_test and run_loop then refuse with what to do. */
  task: TaskWork | null;
  runs: RunReader;
}
