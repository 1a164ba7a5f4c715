import type { Pace } from '../../shared/ipc/runs.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import type { DriveOptions, RunHandle, StartOptions } from '../core/run-handle.js';
import type { ViewStore } from './view-store.js';

type RunId = { run: string };

/** The runs that this window drives. */
export interface Drives {
  start(
    options: Omit<StartOptions, keyof DriveOptions> & Pick<DriveOptions, 'approvals'>,
    pace: Pace,
  ): Promise<Result<RunId>>;
  resume(run: string, pace: Pace): Promise<Result<RunId>>;
  /**
   * Asks for a safe stop, also of a run of another process. Asking again changes nothing.
   *
   * @param force of a run of this process that was asked already: does not wait any more
   */
  abort(run: string, force: boolean): Result<void>;
  nextStep(run: string): Result<void>;
  /** Resolves when this process has let go of the run; null: it does not drive it. */
  leaving(run: string): Promise<unknown> | null;
}

interface Drive {
  handle: RunHandle;
  pacer: Pacer;
  aborting: boolean;
}

export function createDrives(core: Core, store: ViewStore): Drives {
  const drives = new Map<string, Drive>();

  async function drive(
    pace: Pace,
    begin: (options: DriveOptions) => Promise<Result<RunHandle>>,
  ): Promise<Result<RunId>> {
    let run = '';
    const pacer = createPacer(pace, (paused) => store.note(run, { paused }));
    const begun = await begin({
      attended: true,
      emit: store.accept,
      pace: (transition) => {
        run = transition.run;
        return pacer.wait();
      },
    });
    if (!begun.ok) return begun;
    keep({ handle: begun.value, pacer, aborting: false });
    return ok({ run: begun.value.run });
  }

  function keep(entry: Drive): void {
    const { run, end } = entry.handle;
    drives.set(run, entry);
    store.note(run, { driven: true, abortRequested: false, problem: null });
    store.show(run);
    void end.then((ended) => {
      drives.delete(run);
      const problem = ended.kind === 'broken' ? ended.problem : null;
      store.note(run, { driven: false, paused: false, progress: [], problem });
    });
  }

  function abort(run: string, force: boolean): Result<void> {
    const entry = drives.get(run);
    const asked = entry === undefined ? core.requestAbort(run, ABORT_REASON) : ok(stop(entry, force));
    if (asked.ok) store.note(run, { abortRequested: true });
    return asked;
  }

  return {
    start: (options, pace) => drive(pace, (how) => core.start({ ...options, ...how })),
    resume: (run, pace) => drive(pace, (how) => core.resume(run, { ...how, confirmResume })),
    abort,
    leaving: (run) => drives.get(run)?.handle.end ?? null,
    nextStep: (run) => {
      const entry = drives.get(run);
      entry?.pacer.next();
      return entry ? ok(undefined) : fail(notDriven(run));
    },
  };
}

/** The second call of a handle forces: it is made only for who asks for that. */
function stop(entry: Drive, force: boolean): void {
  if (!entry.aborting || force) entry.handle.abort(ABORT_REASON);
  entry.aborting = true;
  entry.pacer.release();
}

/** A run goes on in the window only because a person, who sees its state, pressed the button. */
const confirmResume = (): Promise<boolean> => Promise.resolve(true);

const ABORT_REASON = text`aborted in the window`;

const notDriven = (run: string): Problem => ({
  code: 'RUN_NOT_FOUND',
  message: 'this window does not drive the run',
  where: run,
  next: 'resume it first',
});

/** Long enough to see which state is lit and to read its name; the command line's `--pace slow`. */
const SLOW_MS = 1500;

interface Pacer {
  /** Called by the run between a transition and the next effect. */
  wait(): Promise<void>;
  /** Lets a waiting run go on by one step. */
  next(): void;
  /** From now on the run is never held up: it is to stop, or its owner is. */
  release(): void;
}

/**
 * Holds a run up between its transitions, so that people can follow it.
 *
 * @param onPaused told when the run begins and ceases to wait for `next`
 */
function createPacer(pace: Pace, onPaused: (paused: boolean) => void): Pacer {
  let released = false;
  let goOn = (): void => undefined;

  const untilNext = (): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
    });
  const forAWhile = async (ms: number): Promise<void> => {
    const timer = setTimeout(() => goOn(), ms);
    await untilNext();
    clearTimeout(timer);
  };
  const untilAsked = async (): Promise<void> => {
    onPaused(true);
    await untilNext();
    onPaused(false);
  };
  return {
    wait: async () => {
      if (released || pace === 'full') return;
      if (pace === 'step') await untilAsked();
      else await forAWhile(pace === 'slow' ? SLOW_MS : pace);
    },
    next: () => goOn(),
    release: () => {
      released = true;
      goOn();
    },
  };
}
