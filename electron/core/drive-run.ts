import type { RunEvent } from '../../shared/events.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import { currentBootId, reapChildren, reapRun } from '../bench/process/children.js';
import type { FirmwareBench } from '../effects/firmware-loop/bench.js';
import { firmwareEffects } from '../effects/firmware-loop/effects.js';
import { openBench } from '../effects/firmware-loop/open-bench.js';
import { parseRunHeader } from '../effects/firmware-loop/start/run-header.js';
import { approver } from '../engine/approver.js';
import { type DriveEnd, drive, type RunnerDeps } from '../engine/runner.js';
import { storeProblem } from '../journal/database.js';
import type { OwnerRecord } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import { ownerIsAlive, thisProcess } from '../lab/this-process.js';
import { compile } from '../machine/compile.js';
import type { FirmwareContext } from '../machine/firmware-loop/context.js';
import type { FirmwareEvent } from '../machine/firmware-loop/events.js';
import { FIRMWARE_STATES, type FirmwareState } from '../machine/firmware-loop/states.js';
import { firmwareLoop } from '../machine/firmware-loop/table.js';
import type { Snapshot } from '../machine/step.js';
import type { DriveOptions, RunEnd, RunHandle } from './run-handle.js';
import { readReport } from './run-store.js';

export const firmwareMachine = compile(firmwareLoop);

export interface DriveDeps {
  home: string;
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  now: () => number;
}

/**
 * Takes a run over and drives it from where its journal stands: ownership first, then what a dead owner left is
 * reaped, then the loop. Closes the journal at the end. Errors: RUN_OWNED, VERSION_MISMATCH, JOURNAL_CORRUPT, USAGE.
 */
export async function driveRun(
  deps: DriveDeps,
  dir: string,
  journal: RunJournal,
  options: DriveOptions,
): Promise<Result<RunHandle>> {
  const taken = takeOver(journal, dir);
  if (!taken.ok) {
    journal.close();
    return taken;
  }
  const prepared = await inWords(journal, () => prepare(deps, dir, journal, options));
  if (!prepared.ok) {
    journal.close();
    return prepared;
  }
  return ok(launch(deps, journal, prepared.value));
}

function takeOver(journal: RunJournal, dir: string): Result<void> {
  try {
    if (journal.ownership.take(thisProcess())) return ok(undefined);
    const message = `${named(journal.ownership.holder())} is driving this run`;
    const next = 'watch it there, or end that process first';
    return fail({ code: 'RUN_OWNED', message, where: dir, next });
  } catch (error) {
    return fail(storeProblem(error, journal.file));
  }
}

/** Its id means something only where it can be seen: that of a process in another container does not. */
const named = (holder: OwnerRecord | null): string =>
  holder !== null && ownerIsAlive(currentBootId())(holder)
    ? `process ${holder.pid}`
    : 'a process that cannot be seen from here (another container?)';

async function inWords<T>(journal: RunJournal, use: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await use();
  } catch (error) {
    return fail(storeProblem(error, journal.file));
  }
}

interface Prepared {
  runner: Omit<RunnerDeps<FirmwareContext, FirmwareState, FirmwareEvent, FirmwareBench>, 'control'>;
  snapshot: Snapshot<FirmwareContext, FirmwareState>;
  seq: number;
}

async function prepare(
  deps: DriveDeps,
  dir: string,
  journal: RunJournal,
  options: DriveOptions,
): Promise<Result<Prepared>> {
  const stored = journal.header();
  if (!stored.ok) return stored;
  const at = readSnapshot(journal, stored.value.machineVersion);
  if (!at.ok) return at;
  const header = parseRunHeader(stored.value.header, journal.file);
  if (!header.ok) return header;
  if (at.value.seq > 0) await reapOrphans(journal, stored.value.id);
  const children = { started: journal.childStarted, ended: journal.childEnded };
  const bench = await openBench({ ...deps, dir, header: header.value, children });
  if (!bench.ok) return bench;
  const { policy } = header.value;
  return ok({
    ...at.value,
    runner: {
      run: stored.value.id,
      machine: firmwareMachine,
      effects: firmwareEffects,
      bench: bench.value,
      journal,
      begin: { type: 'task_request', reason: header.value.loaded.task.goal, evidence: [] },
      timeoutMs: (state) =>
        state === 'IDLE' ? Number.POSITIVE_INFINITY : policy.stateTimeoutSec[state] * 1000,
      teardownMs: policy.teardownSec * 1000,
      approves: approver(options.approvals ?? header.value.approvals, policy.unattendedFlash),
      attended: options.attended,
      deserted: options.deserted,
      emit: options.emit,
      now: deps.now,
      pace: options.pace,
    },
  });
}

function readSnapshot(
  journal: RunJournal,
  version: number,
): Result<{ snapshot: Snapshot<FirmwareContext, FirmwareState>; seq: number }> {
  if (version !== firmwareLoop.version) {
    const message = `the run was made with table version ${version}, this is version ${firmwareLoop.version}`;
    return fail({
      code: 'VERSION_MISMATCH',
      message,
      where: journal.file,
      next: 'finish it with the release that began it',
    });
  }
  const whole = journal.traceIsWhole();
  if (!whole.ok) return whole;
  const stored = journal.snapshot();
  if (!stored.ok) return stored;
  const { state, context, seq } = stored.value;
  if (!isState(state)) {
    return fail({
      code: 'JOURNAL_CORRUPT',
      message: `unknown state ${state}`,
      where: journal.file,
      next: 'start the task again',
    });
  }
  // Written by this table's version in one transaction with its state: the journal's own check is enough.
  return ok({ snapshot: { state, context: context as FirmwareContext }, seq });
}

const isState = (name: string): name is FirmwareState => name in FIRMWARE_STATES;

async function reapOrphans(journal: RunJournal, run: string): Promise<void> {
  const left = journal.children();
  await reapChildren(left);
  await reapRun(run);
  for (const child of left) journal.childEnded(child.pid);
}

function launch(deps: DriveDeps, journal: RunJournal, { runner, snapshot, seq }: Prepared): RunHandle {
  let reason: string | null = null;
  let forced = false;
  const control = { reason: () => reason, forced: () => forced };
  const end = drive({ ...runner, control }, snapshot, seq)
    .then((ended) => toRunEnd(deps, runner.run, ended, runner.emit))
    .catch((error: unknown): RunEnd => ({ kind: 'broken', problem: storeProblem(error, journal.file) }))
    .finally(async () => {
      await runner.bench.nextRuns.close();
      // a board is free for others while the run waits for an answer
      runner.bench.board?.release();
      journal.close();
    });
  return {
    run: runner.run,
    abort: (why) => {
      forced = reason !== null;
      reason ??= why;
    },
    end,
  };
}

function toRunEnd(deps: DriveDeps, run: string, ended: DriveEnd, emit: (event: RunEvent) => void): RunEnd {
  if (ended.kind === 'waiting') return ended;
  const report = readReport(deps.home, run);
  if (!report) {
    return {
      kind: 'broken',
      problem: {
        code: 'ARTIFACT_MISSING',
        message: 'the run ended but its report could not be written',
        where: run,
        next: 'see `benchloop show` for its trace',
      },
    };
  }
  emit(report);
  return { kind: 'finished', report };
}
