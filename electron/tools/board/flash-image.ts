import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import { text } from '../../../shared/texts/words.js';
import type { Image } from '../../bench/image/image.js';
import { ofBoard } from '../../bench/image/load-image.js';
import { loadWithSymbols } from '../../bench/image/symbol-store.js';
import type { CallIo, Tool } from '../../engine/tool.js';
import { keptOf } from '../../lab/boards/kept.js';
import type { SessionWork } from '../session-work.js';
import { putOnBoard } from '../target/put-on-board.js';
import { boardOfSession } from './board-of-session.js';
import { isImageId, type NamedImage, namedImage } from './image-of-session.js';
import { type NamedBoard, namedBoard } from './named-board.js';
import { sessionConsole } from './session-console.js';

const FlashImageArguments = z.strictObject({
  board: z.string().min(1),
  /** An artifact's id (SHA-256, or its first 12 digits), or a path in the clone. */
  image: z.string().min(1).max(1024),
});
type FlashImageArguments = z.infer<typeof FlashImageArguments>;

const FlashImageResult = z.object({ board: z.string(), image: z.string() });

/** The board and the image that are named. Errors: those of `namedBoard` and `namedImage`, USAGE for what is not flashed so. */
async function named(work: SessionWork, { board, image }: FlashImageArguments) {
  const which = await namedBoard(work, board);
  if (!which.ok) return which;
  if (which.value.profile.kind !== 'board') return fail(notFlashed(which.value.profile));
  const what = await imageFor(work, board, image);
  return what.ok ? ok({ which: which.value, what: what.value }) : what;
}

interface Wanted extends Pick<NamedImage, 'sha256' | 'origin'> {
  load(profile: Profile): Promise<Result<Image>>;
}

/** As `namedImage`; what is kept as the last good image of the board goes by the hash of its content too. */
async function imageFor(work: SessionWork, board: string, id: string): Promise<Result<Wanted>> {
  const store = keptOf(work.home, board);
  const record = await store.record();
  if (!record.ok) return record;
  const good = record.value.lastGood;
  const isGood = good !== null && isImageId(id) && good.content.startsWith(id);
  const named = await namedImage(work, isGood ? (good.image ?? id) : id);
  if (named.ok)
    return ok({
      ...named.value,
      load: (profile) => loadWithSymbols(work.home, named.value.file, ofBoard(profile)),
    });
  if (!isGood) return named;
  const sha256 = good.image ?? good.content;
  return ok({ sha256, origin: { source: 'last-good' }, load: () => store.image(good.content) });
}

async function perform(
  args: FlashImageArguments,
  work: SessionWork,
  io: CallIo,
): Promise<Result<z.infer<typeof FlashImageResult>>> {
  const known = await named(work, args);
  if (!known.ok) return known;
  const { which, what } = known.value;
  const image = await what.load(which.profile);
  if (!image.ok) return image;
  const board = await boardOfSession(work, which, io);
  if (!board.ok) return board;
  await listenAnew(work, which, io);
  const writing = { image: image.value, always: true, good: true };
  const put = await putOnBoard(board.value, io, writing, { origin: what.origin });
  return put.ok ? ok({ board: args.board, image: what.sha256 }) : put;
}

/** Best effort: a board without a console is flashed all the same, and reading it says why there is none. */
async function listenAnew(work: SessionWork, which: NamedBoard, io: CallIo): Promise<void> {
  const console = await sessionConsole(work, which, io);
  if (console.ok) console.value.forget();
}

/**
 * Writes an image to a board that is named by its id; its console is heard from then on. The question names the chip that answers,
 * so it comes in the middle of the work. Errors: BOARD_NOT_FOUND, BOARD_LEASED, ARTIFACT_MISSING, FLASH_DECLINED, those of the image and
 * of the flasher.
 */
export const flashImage: Tool<FlashImageArguments, z.infer<typeof FlashImageResult>, SessionWork> = {
  ...{ name: 'flash', kind: 'flash', isIdempotent: false, scope: 'flash', danger: 'lasting' },
  arguments: FlashImageArguments,
  result: FlashImageResult,
  check: async (args, work) => {
    const known = await named(work, args);
    return known.ok ? ok(undefined) : known;
  },
  perform,
  // the same image again, by the same approval: what a cut-off flash left is not to be trusted
  reconcile: async () => 'again',
};

const notFlashed = ({ id, kind }: Profile): Problem => ({
  code: 'USAGE',
  message:
    kind === 'bmc'
      ? text`the machine of profile ${id} is deployed to by its tests`
      : text`the board of profile ${id} is written by a program of its vendor, in a test`,
  next: text`call run_test`,
});
