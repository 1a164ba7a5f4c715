import type { FlashView } from '../../shared/ipc/flash.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { BoardProfile } from '../../shared/profile/board.js';
import { inLines } from '../../shared/texts/words.js';
import { visibleName } from '../../shared/visible-text.js';
import type { FlashByHand, Flashed, WantedImage } from '../lab/boards/flash-by-hand.js';
import { type Folded, newJob, withBytes, withResult, withStage } from './flash-job.js';
import type { BenchParts } from './served-area.js';
import type { FlashQuestion } from './waiting.js';

/** Progress of one burst becomes one push, ms. */
const COALESCE_MS = 100;

/** Loaded with the first flash. */
const later = {
  byHand: () => import('../lab/boards/flash-by-hand.js'),
  gate: () => import('../tools/board/describe-flash.js'),
} as const;

export interface FlashDesk {
  /** Pushes what there is to see. */
  show(): void;
  /** Begins a flash; its end is told in the view. Error: USAGE where one runs. */
  start(profile: BoardProfile, image: WantedImage, name: string): Result<void>;
  /** Error: GATE_NOT_FOUND where that is not what is asked. */
  answer(binding: string, agrees: boolean): Result<void>;
  cancel(): void;
  /**
   * Resolves when the flash that runs is over; null where none runs. One that has not begun to write is cancelled, and so
   * is any other when this is asked again.
   */
  settle(): Promise<void> | null;
  close(): void;
}

interface Running {
  abort: AbortController;
  end: Promise<void>;
}

type Asked = Parameters<FlashByHand['agree']>[0];

/** The one flash that a window does at a time. It lives in this process: a page that is loaded again finds it running. */
export function createFlashDesk(
  { home, brokerFile }: Pick<BenchParts, 'home' | 'brokerFile'>,
  push: (view: FlashView) => void,
  onAsk: (question: FlashQuestion | null) => void,
): FlashDesk {
  let revision = 0;
  let folded: Folded | null = null;
  let running: Running | null = null;
  let agree: ((agrees: boolean) => void) | null = null;
  let settling = false;
  let flashes = 0;
  let pushing: NodeJS.Timeout | undefined;

  const show = (): void => {
    clearTimeout(pushing);
    pushing = undefined;
    revision += 1;
    push({ topic: 'flash', revision, job: folded?.job ?? null });
  };
  const note = (change: (before: Folded, now: number) => Folded): void => {
    if (folded === null) return;
    folded = change(folded, performance.now());
    pushing ??= setTimeout(show, COALESCE_MS);
  };
  const noteJob = (change: Partial<Folded['job']>): void =>
    note((before) => ({ ...before, job: { ...before.job, ...change } }));

  const ask = async (
    { asked, writer }: { asked: Asked; writer: string },
    profile: BoardProfile,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { bindingOfFlash, describeFlash } = await later.gate();
    if (signal.aborted) return false;
    const binding = bindingOfFlash(asked, writer, profile);
    note((before, now) => withStage(before, 'asking', now));
    noteJob({
      asked: {
        question: `Flash ${asked.board} with ${visibleName(folded?.job.image ?? '')}?`,
        subject: inLines(...describeFlash(asked, profile.id, writer)),
        binding,
      },
    });
    const question = folded?.job.asked?.question;
    if (question !== undefined)
      onAsk({ question, board: profile.title, binding, at: new Date().toISOString() });
    const agrees = await new Promise<boolean>((resolve) => {
      agree = resolve;
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
    agree = null;
    onAsk(null);
    noteJob({ asked: null });
    // The board is entered a second time: it did not wait in its bootloader.
    if (agrees) note((before, now) => withStage(before, 'connect', now));
    return agrees;
  };

  const flash = async (profile: BoardProfile, image: WantedImage, signal: AbortSignal): Promise<void> => {
    const { flashByHand } = await later.byHand();
    const flashed = await flashByHand({
      ...{ home, brokerFile, profile, image, signal },
      agree: (asked, writer) => ask({ asked, writer }, profile, signal),
      onProgress: (progress) => note((before, now) => withBytes(before, progress, now)),
      onWaiting: (waiting) => noteJob({ waiting }),
    });
    note((before, now) => withResult(before, resultOf(flashed, now - before.begunAt), now));
    running = null;
    show();
  };

  const cancel = (): void => {
    if (running === null) return;
    noteJob({ cancelling: true });
    running.abort.abort();
  };
  return {
    show,
    start: (profile, image, name) => {
      if (running !== null) return fail(busy);
      const abort = new AbortController();
      flashes += 1;
      const { id, title } = profile;
      folded = newJob({ id: flashes, profile: { id, title }, image: name }, performance.now());
      running = { abort, end: flash(profile, image, abort.signal) };
      show();
      return ok(undefined);
    },
    answer: (binding, agrees) => {
      if (agree === null || folded?.job.asked?.binding !== binding) return fail(notAsked);
      agree(agrees);
      return ok(undefined);
    },
    cancel,
    settle: () => {
      if (running === null) return null;
      if (!folded?.job.begun || settling) cancel();
      settling = true;
      return running.end;
    },
    close: () => {
      clearTimeout(pushing);
      cancel();
    },
  };
}

function resultOf(flashed: Result<Flashed>, ms: number): NonNullable<Folded['job']['result']> {
  if (!flashed.ok) return { outcome: 'failed', problem: flashed.error, ms };
  const { board, image, verifies } = flashed.value;
  return { outcome: 'done', board, sha256: image, verifies, ms };
}

const busy: Problem = {
  code: 'USAGE',
  message: 'a flash is running already',
  next: 'wait for its end, or cancel it',
};

const notAsked: Problem = {
  code: 'GATE_NOT_FOUND',
  message: 'this question is no longer open, or is about something else than what was shown',
  next: 'read what is asked now, and answer that',
};
