import { fail, ok, type Result } from '../../shared/problem.js';
import type { Words } from '../../shared/texts/words.js';
import { currentBootId, reapChildren, reapRun } from '../bench/process/children.js';
import type { KitParts } from '../effects/parts.js';
import { inboxOf } from '../engine/inbox.js';
import { drive } from '../engine/runner.js';
import type { NodeEnd } from '../engine/stay.js';
import { type OpenNode, rootControl, type Tree } from '../engine/tree.js';
import { storeProblem } from '../journal/database.js';
import { type FaultPoint, MAIN, type OwnerRecord } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import { ownerIsAlive, thisProcess } from '../lab/this-process.js';
import { dispatchRun } from './dispatch.js';
import { keepEntryOf } from './kept-entry.js';
import { type Kits, kitOf, openNode } from './open-node.js';
import { readReport } from './report.js';
import type { DriveOptions, RunEnd, RunHandle } from './run-handle.js';
import { runReader } from './run-reader.js';

export interface DriveDeps {
  /** The machines that can be driven. */
  kits: Kits;
  home: string;
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  profileDirs: readonly string[];
  now: () => number;
  /** Tests crash the process at these points. */
  fault?: FaultPoint | undefined;
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
  return ok(launch(deps, prepared.value));
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
  tree: Tree;
  root: OpenNode;
}

async function prepare(
  deps: DriveDeps,
  dir: string,
  journal: RunJournal,
  options: DriveOptions,
): Promise<Result<Prepared>> {
  const stored = journal.header();
  if (!stored.ok) return stored;
  const whole = journal.traceIsWhole();
  if (!whole.ok) return whole;
  const at = journal.snapshot();
  if (!at.ok) return at;
  const { id: run } = stored.value;
  const children = { started: journal.childStarted, ended: journal.childEnded };
  const { home, now, fault, kits } = deps;
  const runs: KitParts['runs'] = (which) => runReader(home, which);
  const opening = {
    kits,
    run,
    dir,
    journal,
    parts: { ...deps, children, runs },
    approvals: options.approvals,
  };
  if (at.value.seq > 0) await reapOrphans(journal, run);
  const root = await openNode(opening, MAIN);
  if (!root.ok) return root;
  const { attended, deserted, emit, pace } = options;
  const driveOther: Parameters<typeof dispatchRun>[0]['drive'] = (other, its, how) =>
    driveRun(deps, other, its, how);
  const dispatching = { home, now, fault, kits, options, drive: driveOther };
  const tree: Tree = {
    ...{ run, journal, attended, deserted, emit, pace, now },
    inbox: inboxOf(journal),
    kitOf: (machine) => kitOf(kits, machine),
    open: (path) => openNode(opening, path),
    dispatch: (id, delegation, operation) => dispatchRun(dispatching, id, delegation, { run, operation }),
  };
  return ok({ tree, root: root.value });
}

async function reapOrphans(journal: RunJournal, run: string): Promise<void> {
  const left = journal.processes();
  await reapChildren(left);
  await reapRun(run);
  for (const child of left) journal.childEnded(child.pid);
}

function launch(deps: DriveDeps, { tree, root }: Prepared): RunHandle {
  let reason: Words | null = null;
  let forced = false;
  const control = rootControl({ reason: () => reason, forced: () => forced });
  const { journal } = tree;
  const end = drive(tree, root, control)
    .then((ended) => toRunEnd(deps, tree, ended))
    .catch((error: unknown): RunEnd => ({ kind: 'broken', problem: storeProblem(error, journal.file) }))
    .finally(async () => {
      await root.kit.close(root.bench);
      journal.close();
      await keepEntryOf(deps.home, tree.run);
    });
  return {
    run: tree.run,
    abort: (why) => {
      forced = reason !== null;
      reason ??= why;
    },
    end,
  };
}

function toRunEnd(deps: DriveDeps, { run, journal, emit }: Tree, ended: NodeEnd): RunEnd {
  if (ended.kind === 'waiting') return ended;
  const report = readReport(journal, (machine) => deps.kits.get(machine)?.machine.definition ?? null);
  if (!report.ok) return { kind: 'broken', problem: report.error };
  if (report.value === null) return { kind: 'broken', problem: noReport(run) };
  emit(report.value);
  return { kind: 'finished', ending: ended.ending, report: report.value };
}

const noReport = (run: string) =>
  ({
    code: 'ARTIFACT_MISSING',
    message: 'the run ended, and its report is missing',
    where: run,
    next: 'see `benchloop show` for its trace',
  }) as const;
