import type { Policy } from '../../shared/policy.js';
import { ok, type Result } from '../../shared/problem.js';
import type { ChildRegistry } from '../../shared/process.js';
import { functionFinder } from '../agents/c/function-at.js';
import { leftAsItIs } from './board/named-board.js';
import { runPaths } from './run-paths.js';
import type { RunReader, SessionWork, TaskWork } from './session-work.js';
import { openTools } from './target/open-tools.js';
import { type IsWithheld, NOTHING_WITHHELD, withheldFiles } from './withheld/withheld-files.js';

/** What a session was begun with; JSON data but for the last lines. */
export interface SessionAsked {
  home: string;
  /** Folder with the C grammar, and the program that owns ports. */
  wasmDir: string;
  /** The session's folder. */
  dir: string;
  profileDirs: readonly string[];
  policy: Policy;
  repo: SessionWork['repo'];
  /** The task as it was loaded, with the policy that it tightens; null: none. */
  task: Pick<TaskWork, 'loaded' | 'profile' | 'policy'> | null;
  /** Whether a model or a client reads what the tools give. */
  hasReader: boolean;
  children: ChildRegistry;
  now: () => number;
  runs: RunReader;
}

/** What a session's tools work with, until `close`: boards and consoles are free for others then. */
export interface OpenSession {
  work: SessionWork;
  close(): Promise<void>;
}

/** Errors: ENV_ERROR where programs cannot be confined. */
export async function openSessionWork(asked: SessionAsked): Promise<Result<OpenSession>> {
  const { home, wasmDir, dir, profileDirs, policy, repo, task, now, runs } = asked;
  const opened = await openTools(asked);
  if (!opened.ok) return opened;
  const { nextRuns, ...tools } = opened.value;
  const paths = runPaths(dir);
  const work: SessionWork = {
    isWithheld: withheldFrom(asked, paths.clone),
    ...{ ...tools, wasmDir, now, policy, paths, profileDirs, repo, runs },
    functionAt: functionFinder(wasmDir),
    boards: new Map(),
    consoles: new Map(),
    task:
      task === null
        ? null
        : { ...tools, ...task, profile: leftAsItIs(task.profile), home, paths, board: null },
  };
  return ok({ work, close: () => closeSession(work, nextRuns) });
}

const withheldFrom = ({ hasReader, policy, task }: SessionAsked, clone: string): IsWithheld =>
  hasReader
    ? withheldFiles({ neverSend: policy.neverSend, inputs: task?.loaded.inputs ?? [], clone })
    : NOTHING_WITHHELD;

async function closeSession(work: SessionWork, nextRuns: { close(): Promise<void> }): Promise<void> {
  for (const console of work.consoles.values()) await console.close();
  for (const board of work.boards.values()) board.release();
  work.task?.board?.release();
  await nextRuns.close();
}
