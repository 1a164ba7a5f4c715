import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultPolicy, type Policy, PolicySchema } from '../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { createRulesProvider } from '../agents/rules/provider.js';
import { loadProfiles } from '../bench/profiles.js';
import { readYaml, type YamlKind } from '../bench/yaml-file.js';
import { createRunJournal } from '../journal/create.js';
import type { FaultPoint } from '../journal/records.js';
import { openRunJournal, type RunJournal } from '../journal/run-journal.js';
import { describeMachine } from '../machine/describe.js';
import { firmwareLoop } from '../machine/firmware-loop/table.js';
import { listDemos } from '../workspace/demo.js';
import type { Core, DriveOptions, RunHandle, StartOptions } from './core-api.js';
import { demoPlaces, freshDemo, removeDemos } from './demo-folder.js';
import { runDetails } from './details.js';
import { examine } from './doctor.js';
import { driveRun } from './firmware/drive-run.js';
import { resumePolicy } from './firmware/effects.js';
import { providerNamed } from './firmware/open-bench.js';
import { runPaths } from './firmware/paths.js';
import type { FirmwareHeader } from './firmware/run-header.js';
import { firstContext, newRunId, policyFor } from './firmware/start.js';
import { checkHome } from './home.js';
import { renderRun, replayFile } from './render.js';
import { renderText } from './report/text.js';
import { listRuns, openRun, runFolder, summarise, withRun } from './run-store.js';
import { loadTask } from './task-file.js';

export interface CoreOptions {
  home: string;
  /** What ships beside the code: `profiles/`, `demo/`. */
  resources: string;
  /** Folder with the C grammar for the rules provider. */
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  now?: () => number;
  /** Tests crash the process at these points. */
  fault?: FaultPoint;
}

/** The one core behind the command line and the window. */
export function createCore(o: CoreOptions): Core {
  const profileDirs = [path.join(o.resources, 'profiles'), path.join(o.home, 'profiles')];
  const deps = { ...o, profileDirs, now: o.now ?? Date.now };
  const demo = demoPlaces(o.resources, o.home);
  return {
    machines: () => [describeMachine(firmwareLoop)],
    profiles: () => loadProfiles(profileDirs),
    runs: () => listRuns(o.home),
    details: (run) => runDetails(o.home, run),
    start: (options) => start(deps, options),
    resume: (run, options) => resume(deps, run, options),
    answer: (run, gate, answer, by) =>
      withRun(o.home, run, (journal) => {
        if (journal.answerGate(gate, answer, by)) return ok(undefined);
        return fail<Problem>({
          code: 'GATE_NOT_FOUND',
          message: `no gate ${gate} of run ${run} waits for an answer`,
          next: 'see `benchloop show` for the gates of the run',
        });
      }),
    requestAbort: (run, reason) =>
      withRun(o.home, run, (journal) => recordAbort(journal, reason, deps.now())),
    render: (run, format) => renderRun(o.home, run, format),
    describe: (report) => renderText(report, runPaths(runFolder(o.home, report.run)).artifacts),
    replay: replayFile,
    doctor: () => examine(o.home, loadProfiles(profileDirs).profiles),
    demos: () => listDemos(demo.demoDir),
    prepareDemo: (name) => freshDemo(demo, name),
    resetDemo: () => removeDemos(demo),
  };
}

type Deps = CoreOptions & { profileDirs: readonly string[]; now: () => number };

async function start(deps: Deps, options: StartOptions): Promise<Result<RunHandle>> {
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
    },
    { seq: 0, state: firmwareLoop.initial, context },
    deps.fault,
  );
  return journal.ok ? driveRun(deps, dir, journal.value, options) : journal;
}

async function headerFor(deps: Deps, options: StartOptions): Promise<Result<FirmwareHeader>> {
  const task = await loadTask(options.taskFile, deps.profileDirs);
  if (!task.ok) return task;
  const policy = readPolicy(deps.home);
  if (!policy.ok) return policy;
  const provider = providerNamed(options.provider, createRulesProvider({ wasmDir: deps.wasmDir }), deps.env);
  if (!provider.ok) return provider;
  const { loaded, profile } = task.value;
  const approvals = options.approvals ?? 'none';
  return ok({
    loaded,
    profile,
    policy: policyFor(policy.value, loaded),
    provider: options.provider,
    approvals: typeof approvals === 'string' ? approvals : [...approvals],
  });
}

function recordAbort(journal: RunJournal, reason: string, at: number): Result<void> {
  const known = summarise(journal);
  if (!known.ok) return known;
  const { run, final_status } = known.value;
  if (final_status !== null) {
    const message = `run ${run} has ended: ${final_status}`;
    return fail({ code: 'USAGE', message, next: `see \`benchloop show ${run}\`` });
  }
  const place = journal.snapshot();
  if (!place.ok) return place;
  journal.request({ kind: 'abort', seq: place.value.seq, reason }, at);
  return ok(undefined);
}

const POLICY: YamlKind = {
  whole: 'the policy',
  code: 'POLICY_MALFORMED',
  next: 'correct the policy file, or remove it to have the defaults',
};

/** The person's own thresholds; the defaults where there is no such file. Errors: POLICY_MALFORMED. */
function readPolicy(home: string): Result<Policy> {
  const file = path.join(home, 'policy.yaml');
  if (!existsSync(file)) return ok(defaultPolicy());
  return readYaml(readFileSync(file, 'utf8'), PolicySchema, file, POLICY);
}

async function resume(deps: Deps, run: string, options: DriveOptions): Promise<Result<RunHandle>> {
  const known = openRun(deps.home, run);
  if (!known.ok) return known;
  const at = known.value.snapshot();
  known.value.close();
  if (!at.ok) return at;
  if (resumePolicy(at.value.state) === 'askOperator' && !(await options.confirmResume?.())) {
    return fail({
      code: 'USAGE',
      message: `${run} stopped in ${at.value.state}: whether it may go on is for you to say`,
      next: 'look at the board, then resume with --yes',
    });
  }
  const dir = runFolder(deps.home, run);
  const journal = openRunJournal(dir, deps.fault);
  return journal.ok ? driveRun(deps, dir, journal.value, options) : journal;
}
