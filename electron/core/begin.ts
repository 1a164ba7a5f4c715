import { fail, ok, type Result } from '../../shared/problem.js';
import { loadKits, registered } from '../effects/registry.js';
import { checkHome } from '../files/home.js';
import { removeLeftovers } from '../files/leftovers.js';
import { MAIN } from '../journal/records.js';
import { openRunJournal, type RunJournal } from '../journal/run-journal.js';
import type { CoreOptions } from './core-api.js';
import { driveRun } from './drive-run.js';
import { createRun, newRunId } from './new-run.js';
import { kitOf } from './open-node.js';
import type { DriveOptions, RunHandle, StartOptions } from './run-handle.js';
import { namesOfRuns, openRun, runFolder } from './run-store.js';

// Apart from the core: most of the code hangs on driving a run, and listing or showing one must not wait for it.

export type BeginParts = CoreOptions & { profileDirs: readonly string[]; now: () => number };

/** Errors: USAGE for a machine that people cannot start, those of the machine's `start`, and those of the data folder. */
export async function startRun(deps: BeginParts, options: StartOptions): Promise<Result<RunHandle>> {
  const writable = checkHome(deps.home);
  if (!writable.ok) return writable;
  removeLeftovers(deps.home, deps.now());
  const { asked, approvals = 'none' } = options;
  const start = await registered(asked.machine)?.start?.();
  if (!start) return fail({ code: 'USAGE', message: `there is no machine ${asked.machine} to start` });
  const started = await start({ ...deps, approvals }, asked);
  if (!started.ok) return started;
  const kits = await loadKits();
  const kit = kitOf(kits, asked.machine);
  if (!kit.ok) return kit;
  namesOfRuns(deps.home); // what a dead process left in the making goes
  const createdAt = deps.now();
  const id = newRunId(createdAt);
  const dir = runFolder(deps.home, id);
  const journal = createRun(dir, kit.value, { id, ...started.value, parent: null, createdAt }, deps.fault);
  return journal.ok ? driveRun({ ...deps, kits }, dir, journal.value, options) : journal;
}

/** Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, USAGE where a person did not confirm. */
export async function resumeRun(
  deps: BeginParts,
  run: string,
  options: DriveOptions,
): Promise<Result<RunHandle>> {
  const known = openRun(deps.home, run);
  if (!known.ok) return known;
  const stopped = await whereAPersonDecides(known.value);
  known.value.close();
  if (!stopped.ok) return stopped;
  if (stopped.value !== null && !(await options.confirmResume?.())) {
    return fail({
      code: 'USAGE',
      message: `${run} stopped in ${stopped.value}: whether it may go on is for you to say`,
      next: 'look at the board, then resume with --yes',
    });
  }
  const dir = runFolder(deps.home, run);
  const journal = openRunJournal(dir, deps.fault);
  return journal.ok ? driveRun({ ...deps, kits: await loadKits() }, dir, journal.value, options) : journal;
}

/** A state of one of the run's nodes that is taken up again only where a person says so; null: there is none. */
async function whereAPersonDecides(journal: RunJournal): Promise<Result<string | null>> {
  const kits = await loadKits();
  const nodes = journal.nodes();
  if (!nodes.ok) return nodes;
  for (const path of [MAIN, ...nodes.value.filter(({ isCut }) => !isCut).map(({ path }) => path)]) {
    const [about, at] = [journal.node(path).about(), journal.node(path).snapshot()];
    if (!about.ok) return about;
    if (!at.ok) return at;
    if (kits.get(about.value.machine)?.resume[at.value.state] === 'askOperator') return ok(at.value.state);
  }
  return ok(null);
}
