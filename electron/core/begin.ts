import { fail, ok, type Result } from '../../shared/problem.js';
import { createRulesProvider } from '../agents/rules/provider.js';
import { analysisModes, providerNamed } from '../effects/firmware-loop/open-bench.js';
import { withOverrides } from '../effects/firmware-loop/start/overrides.js';
import type { FirmwareHeader } from '../effects/firmware-loop/start/run-header.js';
import { sdkFolders } from '../effects/firmware-loop/start/sdk-folders.js';
import { firstContext, newRunId } from '../effects/firmware-loop/start/start.js';
import { loadTask } from '../effects/firmware-loop/start/task-file.js';
import { tighten } from '../effects/firmware-loop/start/tighten.js';
import { loadKits } from '../effects/registry.js';
import { checkHome } from '../files/home.js';
import { ownSearchSec, readPolicy } from '../files/policy-file.js';
import { createRunJournal } from '../journal/create.js';
import { MAIN } from '../journal/records.js';
import { openRunJournal, type RunJournal } from '../journal/run-journal.js';
import { firmwareLoop } from '../machine/firmware-loop/table.js';
import type { CoreOptions } from './core-api.js';
import { driveRun } from './drive-run.js';
import type { DriveOptions, RunHandle, StartOptions } from './run-handle.js';
import { openRun, runFolder } from './run-store.js';

// Apart from the core: most of the code hangs on driving a run, and listing or showing one must not wait for it.

export type BeginParts = CoreOptions & { profileDirs: readonly string[]; now: () => number };

/** Errors: what is wrong with task, policy, provider or data folder. */
export async function startRun(deps: BeginParts, options: StartOptions): Promise<Result<RunHandle>> {
  const writable = checkHome(deps.home);
  if (!writable.ok) return writable;
  const header = await headerFor(deps, options);
  if (!header.ok) return header;
  const at = deps.now();
  const run = newRunId(at);
  const dir = runFolder(deps.home, run);
  const context = firstContext(run, header.value);
  const journal = createRunJournal(
    dir,
    {
      id: run,
      machine: firmwareLoop.id,
      machineVersion: firmwareLoop.version,
      goal: context.goal,
      createdAt: at,
      header: header.value,
      initialContext: context,
      parent: null,
    },
    { seq: 0, state: firmwareLoop.initial, context, deadline: null },
    deps.fault,
  );
  return journal.ok ? driveRun({ ...deps, kits: await loadKits() }, dir, journal.value, options) : journal;
}

async function headerFor(deps: BeginParts, options: StartOptions): Promise<Result<FirmwareHeader>> {
  const task = await loadTask(options.taskFile, deps.profileDirs);
  if (!task.ok) return task;
  const policy = readPolicy(deps.home);
  if (!policy.ok) return policy;
  const provider = providerNamed(options.provider, createRulesProvider({ wasmDir: deps.wasmDir }), deps.env);
  if (!provider.ok) return provider;
  const { loaded, profile } = task.value;
  const sdk = sdkFolders([...policy.value.sdk, ...profile.sdk], { home: deps.home });
  if (!sdk.ok) return sdk;
  const own = ownSearchSec(deps.home);
  if (!own.ok) return own;
  const inForce = withOverrides(
    tighten(policy.value, loaded.task.constraints),
    options.overrides ?? {},
    own.value,
  );
  if (!inForce.ok) return inForce;
  const approvals = options.approvals ?? 'none';
  return ok({
    loaded,
    profile,
    policy: { ...inForce.value, sdk: sdk.value },
    provider: options.provider,
    approvals: typeof approvals === 'string' ? approvals : [...approvals],
    analysisModes: analysisModes(options.provider, deps.env),
  });
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
