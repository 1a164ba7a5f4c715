import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Result } from '../../shared/problem.js';
import { type Words, wordsSchema } from '../../shared/texts/words.js';
import { isOver } from '../engine/children.js';
import type { Delegation, DispatchEnd } from '../engine/effect.js';
import type { DispatchedRun } from '../engine/tree.js';
import { type FaultPoint, MAIN } from '../journal/records.js';
import { JOURNAL_FILE, openRunJournal, type RunJournal } from '../journal/run-journal.js';
import { createRun } from './new-run.js';
import { type Kits, kitOf } from './open-node.js';
import type { DriveOptions, RunEnd, RunHandle } from './run-handle.js';
import { runFolder } from './run-store.js';

/** How often a run that another process drives is looked at, ms. */
const LOOK_MS = 200;

/** What a run is dispatched with. */
export interface Dispatching {
  home: string;
  now: () => number;
  fault: FaultPoint | undefined;
  kits: Kits;
  /** Those of whoever drives its parent. Approvals among them replace its own, within the bounds that its header sets (`Kit.approves`). */
  options: DriveOptions;
  /** Drives a run whose journal is there. */
  drive: (dir: string, journal: RunJournal, options: DriveOptions) => Promise<Result<RunHandle>>;
}

/**
 * Starts the run of that id, or finds it; then drives it here, or watches who drives it. Its gates are its own. Error:
 * RUN_NOT_FOUND where it is not there and no delegation says what to start.
 */
export function dispatchRun(
  o: Dispatching,
  id: string,
  delegation: Delegation | null,
  parent: { run: string; operation: string },
): DispatchedRun {
  const cancel = new AbortController();
  return {
    end: begin(o, id, delegation, parent).then((journal) =>
      journal.ok ? follow(o, id, journal.value, cancel.signal) : journal,
    ),
    cancel: (reason) => cancel.abort(reason),
  };
}

type End = Awaited<DispatchedRun['end']>;

async function begin(
  { home, now, fault, kits }: Dispatching,
  id: string,
  delegation: Delegation | null,
  parent: { run: string; operation: string },
): Promise<Result<RunJournal>> {
  const dir = runFolder(home, id);
  if (existsSync(path.join(dir, JOURNAL_FILE))) return openRunJournal(dir, fault);
  if (delegation === null) return fail({ code: 'RUN_NOT_FOUND', message: `there is no run ${id}` });
  const { machine, goal, header } = delegation;
  const found = kitOf(kits, machine);
  if (!found.ok) return found;
  return createRun(dir, found.value, { id, goal, header, parent, createdAt: now() }, fault);
}

async function follow(o: Dispatching, id: string, journal: RunJournal, cancel: AbortSignal): Promise<End> {
  const ended = endIn(o.kits, id, journal);
  if (ended !== null) {
    // its end stands in its journal, whatever became of its report
    journal.close();
    return ended;
  }
  askToStop(o, journal, cancel);
  const handle = await o.drive(runFolder(o.home, id), journal, o.options);
  if (!handle.ok) return handle.error.code === 'RUN_OWNED' ? watch(o, id, cancel) : handle;
  const stop = (): void => handle.value.abort(whyOf(cancel));
  if (cancel.aborted) stop();
  cancel.addEventListener('abort', stop, { once: true });
  return endOf(id, await handle.value.end);
}

function endOf(run: string, end: RunEnd): End {
  if (end.kind === 'broken') return { ok: false, error: end.problem };
  return end.kind === 'waiting' ? { waiting: end.gate } : ok({ run, ending: end.ending });
}

/** The reason that `cancel` was called with. */
const whyOf = (cancel: AbortSignal): Words => wordsSchema.parse(cancel.reason);

/** Writes a cancel into its inbox, once, where whoever drives it finds it before anything else. */
function askToStop({ now }: Dispatching, journal: RunJournal, cancel: AbortSignal): void {
  if (!cancel.aborted || journal.pending().some(({ type }) => type === 'cancel')) return;
  const payload = { reason: whyOf(cancel) };
  journal.tell({ node: MAIN, type: 'cancel', payload, by: 'parent', channel: 'run', at: now() });
}

/** Somebody else drives it: its end is in its journal. Where nobody does any more, it is ours to drive. */
async function watch(o: Dispatching, id: string, cancel: AbortSignal): Promise<End> {
  const dir = runFolder(o.home, id);
  for (;;) {
    const opened = openRunJournal(dir, o.fault);
    if (!opened.ok) return opened;
    const journal = opened.value;
    const ended = endIn(o.kits, id, journal);
    if (ended) {
      journal.close();
      return ended;
    }
    askToStop(o, journal, cancel);
    if (!journal.ownership.isTaken()) return follow(o, id, journal, cancel);
    journal.close();
    await delay(LOOK_MS);
  }
}

/** What the run came to, from its journal; null while it is under way. */
function endIn(kits: Kits, run: string, journal: RunJournal): Result<DispatchEnd> | null {
  const [about, at] = [journal.about(), journal.snapshot()];
  if (!about.ok) return about;
  if (!at.ok) return at;
  const kit = kitOf(kits, about.value.machine);
  if (!kit.ok) return kit;
  if (!isOver(kit.value, at.value)) return null;
  const ending = kit.value.machine.definition.ended(at.value.state, at.value.context);
  return ending && ok({ run, ending });
}
